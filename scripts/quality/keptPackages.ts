/** Packages that only some places may import, and what everybody else uses instead. */
interface Kept {
  match: RegExp
  folders: readonly string[]
  instead: string
}

const KEPT: readonly Kept[] = [
  {
    match: /^electron$/,
    folders: ['src/main/electron/', 'src/preload/'],
    instead: 'take a port of services/ports.ts, or a contract operation in the page',
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
    folders: ['src/server/pictures.ts'],
    instead: 'use sharp of #server/pictures.ts, which loads the right build',
  },
  { match: /^(keytar|@napi-rs\/keyring)$/, folders: ['src/main/services/auth/'], instead: 'take the SecretStore port' },
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

/** Names of `electron` that stand in one file only: they are the border between the page and the services. */
const ONE_FILE: Record<string, string> = {
  ipcMain: 'src/main/electron/ipc.ts',
  ipcRenderer: 'src/preload/bridge.ts',
}

/** Why the file may not import the package, or null. */
export function packageProblem(path: string, pkg: string, names: readonly string[]): string | null {
  const kept = KEPT.find((one) => one.match.test(pkg))
  if (kept && !kept.folders.some((folder) => path.startsWith(folder))) {
    return `${pkg} stays in ${kept.folders.join(', ')}: ${kept.instead}`
  }
  const name = pkg === 'electron' ? names.find((one) => ONE_FILE[one] && ONE_FILE[one] !== path) : undefined
  return name ? `${name} is used in ${ONE_FILE[name]} only: add a contract operation instead of a channel` : null
}
