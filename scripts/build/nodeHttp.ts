import type { Plugin } from 'vite'

const IMPORT = /^import (?:(\w[\w$]*|\* as \w[\w$]*)(?:, )?)?(?:\{ ([^}]*) \} ?)?(?: ?from) "(?:node:)?http";$/gm

/**
 * Takes node:http as a built-in object in place of an import. An import reads each name that the module has, and three of
 * them (WebSocket and its events) load Node's whole fetch: 35 ms and 14 MB at each start, on a machine of 2026.
 */
export function nodeHttp(): Plugin {
  return {
    name: 'sitecraft:node-http',
    apply: 'build',
    renderChunk(code) {
      const replaced = code.replace(IMPORT, (_match, whole: string | undefined, names: string | undefined) => {
        const taken = [whole?.replace('* as ', ''), names && `{ ${names.replaceAll(' as ', ': ')} }`].filter(Boolean)
        // On one line, so that the lines of messages stay right.
        return taken.map((name) => `const ${name} = process.getBuiltinModule("node:http");`).join(' ')
      })
      return replaced === code ? null : { code: replaced, map: null }
    },
  }
}
