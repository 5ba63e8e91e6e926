import { registerHooks } from 'node:module'

/** `node --import register.ts out/main/index.js`: the main process gets the stand-in for `electron`. */
const standIn = new URL('./module.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
