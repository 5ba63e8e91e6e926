/** A package that only some folders may import, and its replacement for all other code. */
interface RestrictedPackage {
  match: RegExp
  folders: readonly string[]
  instead: string
}

const RESTRICTED: readonly RestrictedPackage[] = [
  {
    match: /^electron$/,
    folders: ['src/main/electron/', 'src/preload/'],
    instead: 'use a port of services/ports.ts, or a contract operation in the page',
  },
  {
    match: /^@tanstack\/react-query$/,
    folders: ['src/renderer/data/', 'src/renderer/app/'],
    instead: 'use useRead and useWrite of renderer/data',
  },
  {
    match: /^monaco-editor$/,
    folders: ['src/renderer/features/codeEditor/'],
    instead: 'use the panes of features/codeEditor, which load it lazily',
  },
  {
    match: /^(sharp|@img\/.*)$/,
    folders: ['src/server/sharp.ts'],
    instead: 'use sharp of #server/sharp.ts, which loads the right build',
  },
  { match: /^(keytar|@napi-rs\/keyring)$/, folders: ['src/main/services/auth/'], instead: 'use the SecretStore port' },
  {
    match: /^(fastify|fastify-.*|@fastify\/.*|kysely|pg|@node-rs\/argon2|svg-captcha|otpauth)$/,
    folders: ['src/server/'],
    instead: 'call the server through a contract operation',
  },
  {
    match: /^(react|react-dom|react-router-dom|react-hook-form|@fluentui\/.*)$/,
    folders: ['src/renderer/'],
    instead: 'keep the interface in src/renderer',
  },
]

/** Names of `electron` that only one file may import: they are the boundary between page and services. */
const ONE_FILE: Record<string, string> = {
  ipcMain: 'src/main/electron/ipc.ts',
  ipcRenderer: 'src/preload/bridge.ts',
}

/** Why the file may not import the package, or null. */
export function packageProblem(path: string, pkg: string, names: readonly string[]): string | null {
  const restricted = RESTRICTED.find((each) => each.match.test(pkg))
  if (restricted && !restricted.folders.some((folder) => path.startsWith(folder))) {
    return `only import ${pkg} in ${restricted.folders.join(', ')}: ${restricted.instead}`
  }
  const name = pkg === 'electron' ? names.find((each) => ONE_FILE[each] && ONE_FILE[each] !== path) : undefined
  return name ? `${name} is used in ${ONE_FILE[name]} only: add a contract operation instead of a channel` : null
}
