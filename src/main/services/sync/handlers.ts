import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Shell } from '../ports.ts'
import { answerHalt } from './engine/answerHalt.ts'
import { conflictDetail } from './engine/conflictDetail.ts'
import { readHalt, readHeld } from './engine/halts.ts'
import { momentFile, momentFiles, putBack } from './engine/history.ts'
import { previewIgnores, readIgnoreFile, saveIgnoreFile } from './engine/ignoreFile.ts'
import { syncOnce } from './engine/once.ts'
import { resolveConflict } from './engine/resolve.ts'
import { restoreFromTrash, restoreMoment } from './engine/restoreTrash.ts'
import type { Connecting } from './workspaces/connect.ts'
import type { OpenWorkspaces } from './workspaces/open.ts'

interface HandlerDeps {
  workspaces: OpenWorkspaces
  connecting: Connecting
  shell: Shell
}

const RECENT_LINES = 500

/** The operations of the contract's area `workspaces`. */
export function workspaceHandlers({ workspaces, connecting, shell }: HandlerDeps): HostHandlers<'workspaces'> {
  const engineOf = (id: string) => workspaces.find(id)
  const contextOf = (id: string) => engineOf(id).context
  return {
    'workspaces.list': async () => workspaces.views(),
    'workspaces.propose': (input) => connecting.propose(input),
    'workspaces.plan': (input) => connecting.plan(input),
    'workspaces.connect': ({ planId }) => workspaces.connect(() => connecting.agree(planId)),
    async 'workspaces.detail'({ id }) {
      const { states, store } = contextOf(id)
      return { workspace: engineOf(id).view(), files: states.list(), log: store.log.recent(RECENT_LINES) }
    },
    async 'workspaces.log'({ id, key, level, page, size }) {
      const { lines, total } = contextOf(id).store.log.page({ key, level, page, size })
      return { content: lines, totalElements: total, totalPages: Math.ceil(total / size) }
    },
    'workspaces.ignoreFile': ({ id }) => readIgnoreFile(contextOf(id)),
    'workspaces.previewIgnores': async ({ id, text }) => previewIgnores(contextOf(id), text),
    async 'workspaces.saveIgnoreFile'({ id, text, hash }) {
      const engine = engineOf(id)
      await saveIgnoreFile(engine.context, text, hash).finally(() => engine.callServer())
      return null
    },
    'workspaces.conflict': async ({ id, path }) =>
      engineOf(id).act('resolve', ({ session }) => conflictDetail(session, path)),
    async 'workspaces.resolve'({ id, ...resolution }) {
      await engineOf(id).act('resolve', ({ session }) => resolveConflict(session, resolution))
      return null
    },
    async 'workspaces.syncNow'({ id }) {
      engineOf(id).syncNow()
      return null
    },
    'workspaces.transfer': async ({ id, ...options }) =>
      engineOf(id).act('transfer', (once) => syncOnce(once, options)),
    'workspaces.pause': ({ id }) => workspaces.setPaused(id, true),
    'workspaces.resume': ({ id }) => workspaces.setPaused(id, false),
    async 'workspaces.halt'({ id }) {
      const { store } = contextOf(id)
      return { halt: readHalt(store), items: readHeld(store) }
    },
    async 'workspaces.answerHalt'({ id, answer, signature }) {
      await answerHalt(engineOf(id), answer, signature)
      return engineOf(id).view()
    },
    async 'workspaces.disconnect'({ id }) {
      await workspaces.disconnect(id)
      return null
    },
    async 'workspaces.reveal'({ id }) {
      await shell.revealFolder(contextOf(id).layout.root)
      return null
    },
    'workspaces.trash': async ({ id }) => contextOf(id).trash.list(),
    'workspaces.moments': async ({ id }) =>
      contextOf(id)
        .store.moments.list()
        .map(({ id: moment, ...rest }) => ({ moment, ...rest })),
    'workspaces.momentFiles': async ({ id, moment }) => momentFiles(contextOf(id), moment),
    'workspaces.momentFile': async ({ id, moment, path }) =>
      engineOf(id).exclusive(() => momentFile(contextOf(id), moment, path)),
    'workspaces.putBack': async ({ id, moment, paths }) =>
      engineOf(id).changeFolder((context) => putBack(context, moment, paths)),
    'workspaces.restoreMoment': async ({ id, moment }) =>
      engineOf(id).changeFolder((context) => restoreMoment(context, moment)),
    async 'workspaces.restoreTrash'({ id, entry }) {
      await engineOf(id).changeFolder((context) => restoreFromTrash(context, entry))
      return null
    },
  }
}
