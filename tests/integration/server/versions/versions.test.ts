import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiName, isApiName, operations } from '#shared/contract/registry.ts'
import { buildWorld, type Stage, type World } from '../access/world.ts'
import type { Refusal, TestClient } from '../harness/client.ts'
import { LOCAL_OUTGOING, onBothDatabases } from '../harness/onBothDatabases.ts'
import type { TestServer } from '../harness/server.ts'
import { hashTables, waitForJobs, snapshot } from '../harness/snapshot.ts'
import { fieldsOf, nameOf, SEEN, SEEN_DIGEST, withValueAt, writesWith } from './fields.ts'
import { rowOf, type SaveRow, STRANGE_HASH } from './rows.ts'

const versioned = writesWith(/^version$/)
const hashed = writesWith(SEEN_DIGEST)

const ALIKE = /version|expect|seen|known|signature|etag|revision|since|base$/i
/** Fields that sound alike and are no version of what is saved. */
const OTHERS: Record<string, string> = {
  revisionId: 'names the revision that is put back',
  versions: 'how many of a file are kept',
  unknownColumns: 'what becomes of columns of a sheet',
}

describe('the versions in inputs', () => {
  it('have these names and no others, each with a row here', () => {
    const names = writesWith(ALIKE).flatMap(({ name }) => fieldsOf(operations[name]).map(nameOf))
    expect(names.filter((name) => ALIKE.test(name) && !SEEN.test(name) && !OTHERS[name])).toEqual([])
    expect([...versioned, ...hashed].filter(({ name }) => !rowOf(name)).map(({ name }) => name)).toEqual([])
  })
})

/** How far ahead of the record a version of the future is. */
const AHEAD = 1000
const NEVER_REACHED = 1_000_000

/** A call that saves over what is there. */
interface Saving {
  admin: TestClient
  name: ApiName
  row: SaveRow
  stage: Stage
  made: number
  /** 0: the input names what is saved by other fields. */
  id: number
}

/** Template files and what is kept of them; not what the server only remembers of the files that it has looked at. */
async function templatesOf(server: TestServer): Promise<Record<string, string>> {
  const { template: _counter, stored_content: _bytes, ...rest } = await snapshot(server)
  // Bytes may be in the store before it is known that nothing will name them.
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !/uploads.(bytes|journal)/.test(name)))
}

/** The id in an answer, or in the record that it holds. */
function idIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0
  if ('id' in data && typeof data.id === 'number') return data.id
  return Object.values(data).map(idIn).find(Boolean) ?? 0
}

/** Makes what is saved. A row whose input has no id adds a record: the test saves over that one. */
async function savingOf(name: ApiName, stage: Stage): Promise<Saving> {
  const { admin } = stage
  const row = rowOf(name)
  if (!row) throw new Error(`${name} has no row`)
  const made = Number(await row.before?.(stage))
  const saving = { admin, name, row, stage, made }
  const input = await row.input(stage, made)
  const asksForId = fieldsOf(operations[name]).some(({ path }) => path === 'id')
  const { id = 0 } = input as { id?: number }
  if (!asksForId || id !== 0) return { ...saving, id }
  const added = await admin.call(name, input)
  expect(added.status, added.msg).toBe(200)
  return { ...saving, id: idIn(added.data) }
}

/** Prepares the input and answers the call, which takes the version. */
async function readySave({ admin, name, row, stage, made, id }: Saving) {
  const input = { ...((await row.input(stage, made)) as object), ...(id !== 0 && { id }) }
  return (version?: number) => admin.call(name, { ...input, version })
}

/** The version that a refused save says to be there now. */
function versionIn({ status, msg, data }: { status: number; msg: string; data: unknown }): number {
  expect(status, msg).toBe(409)
  expect(msg).toMatch(/已被.*修改/)
  const { facts } = data as Refusal
  expect(facts).toMatchObject({ kind: 'changed', version: expect.any(Number) as number })
  return Number(facts?.version)
}

/** What the record's own read shows, where there is one by its id. */
async function expectShown({ admin, name, row, stage, made, id }: Saving, version: number) {
  const read = `${name.split('.')[0]}.findById`
  if (id === 0 || !isApiName(read) || name === 'sensitive.saveClass') return
  const { classId } = (await row.input(stage, made)) as { classId?: number }
  const { data } = await admin.call(read, { id, ...(read === 'content.findById' && { classId }) })
  expect(data, read).toMatchObject({ version })
}

onBothDatabases(
  'a save',
  (server) => {
    let world: World
    let admin: TestClient
    beforeAll(async () => {
      admin = await server().as('admin')
      world = await buildWorld(server(), admin)
    })

    it.each(versioned)('$name: is refused with an older version and with one of the future', async (call) => {
      const saving = await savingOf(call.name, { admin, server: server(), world })
      const firstSave = await readySave(saving)
      const first = versionIn(await firstSave(NEVER_REACHED))
      const saved = await firstSave(first)
      expect(saved.status, saved.msg).toBe(200)
      const save = await readySave(saving)
      await waitForJobs(server())
      const before = await hashTables(server())
      const next = versionIn(await save(first))
      expect(next, 'the version has grown').toBeGreaterThan(first)
      expect(versionIn(await save(next + AHEAD)), 'nothing was counted').toBe(next)
      expect(await hashTables(server()), 'nothing was written').toEqual(before)
      await expectShown(saving, next)
      // An update that was answered is there no more, so the second answer finds none.
      if (call.name !== 'crossCopy.answerUpdate') {
        const atOnce = await Promise.all([save(next), save(next)])
        expect(
          atOnce.map(({ status }) => status).toSorted((a, b) => a - b),
          'of two at the same moment',
        ).toEqual([200, 409])
      }
      const unversioned = await save()
      expect(unversioned.status, unversioned.msg).toBe(call.isRequired ? 400 : 200)
    })

    it.each(hashed)('$name: is refused over other contents than its caller saw', async ({ name, path }) => {
      const stage = { admin, server: server(), world: await buildWorld(server(), admin) }
      const { row, made } = await savingOf(name, stage)
      const input = await row.input(stage, made)
      await waitForJobs(server())
      const before = await templatesOf(server())
      const refused = await admin.call(name, withValueAt(input, path, STRANGE_HASH))
      if (refused.status === 200) expect(JSON.stringify(refused.data), 'one of several').toContain('"conflict"')
      else expect(refused.status, refused.msg).toBe(409)
      expect(await templatesOf(server()), 'nothing was written').toEqual(before)
      const saved = await admin.call(name, input)
      expect(saved.status, saved.msg).toBe(200)
      expect(await templatesOf(server()), 'the call writes').not.toEqual(before)
    })
  },
  { ...LOCAL_OUTGOING, isClockStill: true },
)
