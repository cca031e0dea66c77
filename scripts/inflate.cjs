const { inflateRawSync } = require('node:zlib');

// Replaces the package tiny-inflate, with the same signature.
module.exports = function inflate(packed, into) {
  into.set(inflateRawSync(packed));
  return into;
};
