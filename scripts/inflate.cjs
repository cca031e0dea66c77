const { inflateRawSync } = require('node:zlib');

// In place of the package tiny-inflate, with its signature.
module.exports = function inflate(packed, into) {
  into.set(inflateRawSync(packed));
  return into;
};
