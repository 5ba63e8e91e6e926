import type { BackendLauncher, Ports } from '#services/ports.ts'
import { noKeychain } from './secrets.ts'

/** A launcher for tests that never use the built-in server. */
const noBackend: BackendLauncher = {
  launch: () => ({ pid: undefined, exited: Promise.resolve(1), onLine: () => undefined, stop: () => undefined }),
}

export interface TestPorts extends Ports {
  opened: string[]
  /** What the next dialogs answer. */
  answers: { folder: string | null; file: string | null }
}

/** Ports of a desktop host without a desktop; `change` puts real ones in their place. */
export function testPorts(change: Partial<Ports> = {}): TestPorts {
  const opened: string[] = []
  const answers: TestPorts['answers'] = { folder: null, file: null }
  return {
    host: 'electron',
    secrets: noKeychain,
    dialogs: {
      native: true,
      chooseFolder: async () => answers.folder,
      chooseSaveFile: async () => answers.file,
    },
    shell: {
      openExternal: async (url) => void opened.push(url),
      revealFolder: async (path) => void opened.push(path),
    },
    notifier: { notify: async () => false, progress: () => undefined },
    desktop: null,
    pageWindows: null,
    dragger: null,
    clock: { now: () => new Date() },
    launcher: noBackend,
    proxies: null,
    processes: null,
    updater: null,
    program: { command: process.execPath, args: [] },
    links: null,
    ...change,
    opened,
    answers,
  }
}
