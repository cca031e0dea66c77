import { describe, expect, it } from 'vitest';
import { readErrorCode, readListing } from '../../../../src/store/drivers/s3/xml.ts';

const listing = (inside: string) =>
  `<?xml version='1.0' encoding='UTF-8'?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</ListBucketResult>`;

describe('the answers of S3', () => {
  it('are read as pages of a listing', () => {
    const xml =
      listing(`<Name>tiers</Name><Prefix>a%2F</Prefix><KeyCount>2</KeyCount><IsTruncated>true</IsTruncated>
      <NextContinuationToken>1&amp;2/=</NextContinuationToken>
      <Contents><Key>a%2Fb%26+%C3%A4.png</Key><ETag>"x"</ETag><Size>12</Size><Owner><ID>1</ID><Size>9</Size></Owner></Contents>
      <Contents><Size>0</Size><Key>a%2Fc</Key></Contents>
      <CommonPrefixes><Prefix>a%2Fd%2F</Prefix></CommonPrefixes>`);
    expect(readListing(xml)).toEqual({
      objects: [
        { key: 'a/b& ä.png', bytes: 12 },
        { key: 'a/c', bytes: 0 },
      ],
      next: '1&2/=',
    });
  });

  it('are read as the last page of a listing', () => {
    expect(readListing(listing('<IsTruncated>false</IsTruncated>'))).toEqual({
      objects: [],
      next: undefined,
    });
  });

  it.each([
    ['nothing', ''],
    ['another document', '<html><body>ListBucketResult</body></html>'],
    ['half a listing', listing('<IsTruncated>false</IsTruncated>').slice(0, -20)],
    ['a page without the token of the next', listing('<IsTruncated>true</IsTruncated>')],
  ])('are refused as a listing if they are %s', (_, xml) => {
    expect(() => readListing(xml)).toThrow();
  });

  it.each([
    ['<Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>', 'SlowDown'],
    ['<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', 'NoSuchKey'],
    ['<Error><Code>a\nb: secret</Code></Error>', undefined],
    ['<html><br></html>', undefined],
    ['', undefined],
  ])('have in %j the error code %j', (xml, code) => {
    expect(readErrorCode(xml)).toBe(code);
  });
});
