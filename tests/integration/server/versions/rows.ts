import { onTestFinished } from 'vitest'
import { buildEmailChannel } from '#tests/builders/channel.ts'
import { hashOf } from '#tests/builders/template.ts'
import { MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import type { ApiName } from '#shared/contract/registry.ts'
import { ROWS } from '../access/rows.ts'
import type { Stage } from '../access/world.ts'

/** How a save is asked. */
export interface SaveRow {
  /** Makes what is saved; the input gets the id that it answers. */
  before?: (stage: Stage) => Promise<unknown>
  /** A valid input; what the call uses up is made again. */
  input: (stage: Stage, made: number) => unknown
}

const ports = new Map<number, number>()
/** A channel whose mail server answers. */
async function emailChannelOf({ server, world: { siteId } }: Stage): Promise<number> {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const id = await buildEmailChannel(server.deps.db, { siteId })
  ports.set(id, smtp.port)
  return id
}

/** The update of its source that waits for an entry. */
async function updateIdOf({ server }: Stage, targetId: number): Promise<number> {
  const { db } = server.deps
  const waiting = db.selectFrom('copy_update').select('id').where('targetId', '=', targetId)
  const found = await waiting.executeTakeFirst()
  if (found) return found.id
  const row = { ruleId: 0, sourceId: 0, targetId, kind: 'update' as const, fields: '{}', author: '', createTime: 1 }
  return (await db.insertInto('copy_update').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** The state of a draft that was given up, which the present draft can get back. */
async function momentOf({ admin, world: { templateId } }: Stage): Promise<number> {
  const { folder } = await admin.ok('templateDraft.create', { id: templateId })
  await admin.ok('templateFile.save', { path: folder, saveFileName: 'index.html', content: '<p>新</p>' })
  await admin.ok('templateDraft.discard', { id: templateId })
  await admin.ok('templateDraft.create', { id: templateId })
  return (await admin.ok('templateMoment.page', { templateId })).content[0]?.id ?? 0
}

/** Where the row of the matrix of permissions asks for less than a save. */
const OWN: Partial<Record<ApiName, Partial<SaveRow>>> = {
  'emailChannel.save': {
    before: emailChannelOf,
    input: ({ world: { siteId } }, id) => ({
      id,
      siteId,
      account: MAIL_USER,
      password: MAIL_PASSWORD,
      sendName: '集团官网',
      smtp: '127.0.0.1',
      port: ports.get(id),
      useSSL: true,
    }),
  },
  'netWorth.save': {
    input: ({ world: { code, siteId } }) => ({
      siteId,
      productCode: `${code}-2`,
      productName: '产品',
      nwTime: '2026-01-31',
      naValue: '1',
    }),
  },
  'netWorth.updateStatus': { input: (_stage, made) => ({ classId: 0, idList: [made], isOpen: false }) },
  'crossCopy.answerUpdate': {
    input: async (stage, dataId) => ({
      dataId,
      menuId: stage.world.columnId,
      updateId: await updateIdOf(stage, dataId),
      accept: true,
    }),
  },
  'templateFile.save': {
    input: async ({ admin, world: { code } }) => {
      const { hash } = await admin.ok('templateFile.open', { path: code, openFileName: 'index.html' })
      return { path: code, saveFileName: 'index.html', content: '<p>新</p>', expectedHash: hash }
    },
  },
  'templateMoment.restore': {
    before: momentOf,
    input: async ({ admin }, id) => {
      const { signature } = await admin.ok('templateMoment.files', { id })
      return { id, signature, whole: true }
    },
  },
}

export function rowOf(name: ApiName): SaveRow | null {
  const access = ROWS[name]
  const asked = access && { ...access, input: ({ world }: Stage, made: number) => access.input({ ...world, made }) }
  const { input, ...more } = { ...asked, ...OWN[name] }
  return input ? { ...more, input } : null
}

/** What no file holds. */
export const STRANGE_HASH = await hashOf('never written')
