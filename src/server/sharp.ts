import module from 'node:module'

/** Names of sharp's native builds for Linux. */
const NATIVE = /^@img\/sharp-linux/

/**
 * Loads sharp, under Electron on Linux its WebAssembly build: there the native build binds to the system's GLib of
 * Electron instead of its own, and memory grows with each picture. sharp falls back to WebAssembly when the native
 * build can't be resolved.
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
