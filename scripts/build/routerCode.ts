import type { Plugin } from 'vite'

/** What stands in a file of find-my-way, and what stands there in the bundle. */
const EDITS: readonly [file: string, found: RegExp, put: string][] = [
  [
    'node.js',
    / {2}const lines = \[\]\n {2}for \(let i = 1; i < prefix\.length; i\+\+\) \{\n(?: {4}[^\n]*\n)+ {2}\}\n {2}return new Function\([^\n]*\n/,
    '  return (path, i) => path.startsWith(prefix, i)\n',
  ],
  [
    'handler-storage.js',
    /this\._compileGetHandlerMatchingConstraints\(constrainer, constraints\)/,
    `this._getHandlerMatchingConstraints = function (derived) {
        this._compileGetHandlerMatchingConstraints(constrainer)
        return this._getHandlerMatchingConstraints(derived)
      }`,
  ],
  [
    'handler-storage.js',
    /return new Function\('NullObject', fnBody\.join\('\\n'\)\)\(NullObject\)[^\n]*/,
    `const body = fnBody.join('\\n')
    const made = HandlerStorage.made ??= new Map()
    if (!made.has(body)) made.set(body, new Function('NullObject', body)(NullObject))
    return made.get(body)`,
  ],
]

/**
 * Fastify's router compiles three functions or more for each route with `new Function`, several thousand at a start. In the
 * bundle it compiles those of constraints when one is asked for, one for each list of parameters, and none for prefixes: 25 ms
 * of a start's 360 on a machine of 2026. A version whose text differs fails the build.
 */
export function routerCode(): Plugin {
  return {
    name: 'sitecraft:router-code',
    apply: 'build',
    transform(code, id) {
      const file = /\/find-my-way\/lib\/([\w-]+\.js)$/.exec(id.replaceAll('\\', '/'))?.[1]
      const edits = EDITS.filter(([name]) => name === file)
      if (edits.length === 0) return null
      let edited = code
      for (const [name, found, put] of edits) {
        if (!found.test(edited)) this.error(`find-my-way/lib/${name} has changed: look at ${found} in routerCode.ts`)
        edited = edited.replace(found, () => put)
      }
      return { code: edited, map: null }
    },
  }
}
