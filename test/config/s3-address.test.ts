import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { readS3Address } from '../../src/config/s3-address.ts';
import { packagedData } from '../../src/files/package-files.ts';

const read = (env: Record<string, string>) => readConfig(env, undefined, { ...packagedData, renderers: 1 });
const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'hunter2' };

describe('the address of an S3 bucket', () => {
  it.each([
    ['s3://tiers', 'https://tiers.s3.us-east-1.amazonaws.com/', '', 'us-east-1'],
    ['s3://tiers/a/b/?region=eu-1', 'https://tiers.s3.eu-1.amazonaws.com/', 'a/b/', 'eu-1'],
    ['s3://tiers?region=eu-1&pathStyle=true', 'https://s3.eu-1.amazonaws.com/tiers/', '', 'eu-1'],
    ['s3://tiers/p?endpoint=https://s3.example.org', 'https://s3.example.org/tiers/', 'p/', 'us-east-1'],
    [
      's3://tiers?endpoint=https://s3.example.org:8443&pathStyle=false',
      'https://tiers.s3.example.org:8443/',
      '',
      'us-east-1',
    ],
    ['s3://tiers?endpoint=http%3A%2F%2F%5B%3A%3A1%5D%3A9000', 'http://[::1]:9000/tiers/', '', 'us-east-1'],
  ])('%s is %s with the prefix "%s" in %s', (text, bucketUrl, prefix, region) => {
    expect(readS3Address(text)).toEqual({ bucketUrl, prefix, region });
  });

  it.each([
    ['s3://', 'must name a bucket: s3://bucket/prefix'],
    ['s3://a', 'must name a bucket: s3://bucket/prefix'],
    ['s3://tiers:80/', 'must name a bucket: s3://bucket/prefix'],
    ['s3://tiers/a//b', 'must have a prefix of letters, digits, - . _ and single /'],
    ['s3://tiers/a%20b', 'must have a prefix of letters, digits, - . _ and single /'],
    ['s3://tiers/a#b', 'must have a prefix of letters, digits, - . _ and single /'],
    [
      's3://id:hunter2@tiers',
      'must not contain credentials: they are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    ],
    ['s3://tiers?secret=hunter2', 'may only have the parameters endpoint, region and pathStyle'],
    ['s3://tiers?region=a&region=b', 'must name each parameter once'],
    ['s3://tiers?region=a/b', 'must have a region such as eu-central-1'],
    ...['s3.example.org', 'ftp://x', 'https://x/path', 'https://x?y', 'https://id:hunter2@x', ''].map(
      (endpoint) => [
        `s3://tiers?endpoint=${encodeURIComponent(endpoint)}`,
        'must have an endpoint such as https://s3.example.org, without path, query or credentials',
      ],
    ),
    ['s3://tiers?pathStyle=yes', 'must have pathStyle=true or pathStyle=false'],
    [
      's3://tiers?endpoint=http://127.0.0.1:9000&pathStyle=false',
      'needs pathStyle=true, since its endpoint is not a name',
    ],
  ])('%s is refused: it %s', (address = '', problem = '') => {
    expect(() => read({ TIERPRESS_IMAGES: address, ...credentials })).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: `TIERPRESS_IMAGES: ${problem}` }),
    );
  });

  it('needs credentials in the environment', () => {
    const images = { TIERPRESS_IMAGES: 's3://tiers' };
    const token = { AWS_SESSION_TOKEN: 'token' };
    expect(read({ ...images, ...credentials, ...token }).config.s3Credentials).toEqual({
      accessKeyId: 'id',
      secretAccessKey: 'hunter2',
      sessionToken: 'token',
    });
    expect(() => read(images)).toThrow('AWS_ACCESS_KEY_ID: must be set, since images are stored in S3');
    expect(() => read({ ...images, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: '' })).toThrow(
      'AWS_SECRET_ACCESS_KEY: must be set, since images are stored in S3',
    );
    expect(read(credentials).config).not.toHaveProperty('s3Credentials');
  });
});
