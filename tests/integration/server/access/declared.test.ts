import { expect, it } from 'vitest'
import type { Access, AccessTarget } from '#shared/contract/access.ts'
import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { accessTargets } from '#shared/domain/callAccess.ts'
import { SEEN, writesWith } from '../versions/fields.ts'
import { ELSEWHERE } from './elsewhere.ts'
import { needsOf } from './row.ts'
import { ROWS } from './rows.ts'

const titles = new Map(SYSTEM_MENUS.map(({ id, title }) => [id, title]))

function callerOf(access: Access): string {
  if (access.kind !== 'menu') return access.kind
  const menus = access.menus.map((id) => `${titles.get(id) ?? '?'} ${id}`)
  return `${menus.join(' or ')}${access.code === undefined ? '' : ` with ${access.code}`}`
}

function placeOf(place: AccessTarget): string {
  if (place.of === 'content') return `${place.path}: ${place.actions.join(' or ')}`
  return `${place.path}: ${place.of}${place.of === 'column' && place.changes ? ' to change' : ''}`
}

/** Marks of a call that loosen or tighten who may make it. */
const MARKS = [
  'hostOnly',
  'beforePasswordChange',
  'beforeSecondFactor',
  'background',
  'takesToken',
  'whileReadOnly',
  'raw',
] as const

/** What a row of the matrix says that the contract doesn't. */
function checkedBy(name: ApiName): string {
  const world = { siteId: 1, columnId: 2, siblingId: 3, templateId: 4, made: 5, code: 'c1', mark: 'm1' }
  const row = ROWS[name]
  if (!row) return ELSEWHERE[name] ? 'asked elsewhere' : '-'
  return row.needs === 'declared' ? needsOf(operations[name], row.input(world)).toString() : `handler: ${row.needs}`
}

const seen = new Map(writesWith(SEEN).map(({ name, path, isRequired }) => [name, isRequired ? path : `${path}?`]))

function lineOf(name: ApiName): string {
  const op: ApiOperation = operations[name]
  const places = accessTargets(op.access).map(placeOf)
  const marks = MARKS.filter((mark) => op[mark])
  return [
    name,
    op.effect,
    callerOf(op.access),
    places.join(', ') || '-',
    checkedBy(name),
    seen.get(name) ?? '-',
    marks.join(', ') || '-',
  ].join(' | ')
}

const HEAD = [
  'What the contract declares about each call. The tests of the permissions and versions take their expectations from the',
  'contract, so a declaration that goes away would take its test with it: this list, which is compared with the contract,',
  'shows that. After a wanted change: npm run test:unit -- tests/integration/server/access/declared.test.ts -u',
  '',
  'call | effect | who | sites and columns in its input | the strongest need | seen version | marks',
]

it('is declared as the list beside this test says, call by call', async () => {
  const lines = apiNames.toSorted().map(lineOf)
  await expect(`${[...HEAD, ...lines].join('\n')}\n`).toMatchFileSnapshot('declared.txt')
})
