/** electron-builder's numbers of architectures. */
export const ARCHITECTURES = { 1: 'x64', 3: 'arm64' }
