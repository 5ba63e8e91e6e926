import module from 'node:module'

/** sharp's native builds for Linux. */
const NATIVE = /^@img\/sharp-linux/

/**
 * Electron's program on Linux has the system's GLib in its global scope. The native build binds to it although its libvips
 * brings another one, and memory then grows with each picture. sharp loads its WebAssembly build where it finds no native one.
 */
async function loadSharp() {
  if (process.platform !== 'linux' || !process.versions['electron']) return (await import('sharp')).default
  const hooks = module.registerHooks({
    resolve(specifier, context, next) {
      if (NATIVE.test(specifier)) throw new Error(`${specifier} does not work in Electron's program on Linux`)
      return next(specifier, context)
    },
  })
  try {
    return (await import('sharp')).default
  } finally {
    hooks.deregister()
  }
}

/** Decodes, resizes and encodes pictures. Import this module only when there is a picture: it loads slowly. */
export const sharp = await loadSharp()
