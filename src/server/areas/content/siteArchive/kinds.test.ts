import { expect, it } from 'vitest'
import { tables } from '#server/areas/tables.ts'
import type { Table } from '#server/db/table.ts'
import { KIND_NAMES, kindOf } from './kinds.ts'

const HEAD = [
  'The columns that leave the server in a site archive, by kind, in the order in which an import reads the kinds. A new column of',
  'these tables is exported unless its table.ts excludes it: its author decides here.',
  'After an intended change: npm run test:unit -- src/server/areas/content/siteArchive/kinds.test.ts -u',
  '',
]

it('archives hold these columns and no others', async () => {
  const lines = KIND_NAMES.map((name) => {
    const { columns, table } = kindOf(name)
    return `${name} (${table}): ${Object.entries(columns)
      .map(([column, value]) => `${column} ${value}`)
      .join(', ')}`
  })
  await expect(`${[...HEAD, ...lines].join('\n')}\n`).toMatchFileSnapshot('columns.txt')
})

it('each kind follows the kinds it refers to, and names existing columns', () => {
  for (const [at, name] of KIND_NAMES.entries()) {
    const earlier = KIND_NAMES.slice(0, at + 1)
    expect(
      kindOf(name).references.filter(({ to }) => !earlier.includes(to)),
      name,
    ).toEqual([])
  }
  for (const [table, { archive, columns }] of Object.entries<Table>(tables)) {
    const named = [...(archive?.without ?? []), ...(archive?.only ?? []), ...(archive?.order ?? [])]
    expect(
      named.filter((column) => !(column in columns)),
      table,
    ).toEqual([])
  }
})
