import { Readable } from 'node:stream'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Running } from '#shared/contract/diagnostics.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import writeFileAtomic from 'write-file-atomic'
import { clearCrashes, countDumps, crashFolder, readCrashReports } from './crashes.ts'
import type { createPackages } from './package.ts'
import { readLog } from './readLog.ts'
import { writeError } from '../files/writeError.ts'
import { logPath } from './log.ts'
import type { Ports } from '../ports.ts'
import type { SelfTests } from '../selfTest/launch.ts'

export function diagnosticsHandlers(deps: {
  dataDir: string
  ports: Pick<Ports, 'dialogs' | 'links' | 'clock'>
  packages: ReturnType<typeof createPackages>
  running: () => Promise<Running>
  leaveSafe: () => Promise<void>
  selfTests: SelfTests
}) {
  const { dataDir, ports, packages, running, leaveSafe, selfTests } = deps
  return {
    'diagnostics.log': (query) => readLog(logPath(dataDir), query),
    'diagnostics.crashes': async () => ({
      reports: await readCrashReports(dataDir),
      dumps: await countDumps(dataDir),
      folder: crashFolder(dataDir),
    }),
    'diagnostics.clearCrashes': async () => {
      await clearCrashes(dataDir)
      return null
    },
    'diagnostics.running': running,
    'diagnostics.prepare': () => packages.prepare(),
    'diagnostics.save': async ({ id, names }) => {
      const bytes = await packages.zip(id, names)
      const name = `站匠诊断包-${stampOf(ports.clock.now())}.zip`
      if (ports.links) {
        const open = async () => ({ stream: Readable.from([bytes]), size: bytes.length })
        return { href: ports.links.publish({ name, open }), name, savedAs: '' }
      }
      const target = await ports.dialogs.chooseSaveFile(name)
      if (target === null) return { href: '', name, savedAs: '' }
      await writeFileAtomic(target, bytes).catch((error: unknown) => {
        throw writeError(error, target) ?? error
      })
      return { href: '', name, savedAs: target }
    },
    'diagnostics.selfTest': () => selfTests.run(),
    'diagnostics.stopSelfTest': async () => {
      selfTests.stop()
      return null
    },
    'diagnostics.leaveSafe': async () => {
      await leaveSafe()
      return null
    },
  } satisfies HostHandlers<'diagnostics'>
}

/** Timestamp for a file name in local time: `20261123-1845`. */
function stampOf(now: Date): string {
  return formatDateTime(now).slice(0, 16).replace(/[-:]/g, '').replace(' ', '-')
}
