import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { POLICIES, POLICY_NAMES, readPolicies } from '#shared/domain/policies.ts'
import { ROOT } from '../start/root.ts'
import { policyFiles } from './policyFiles.ts'

const files = policyFiles()
const textOf = (path: string): string => files.get(path) ?? ''

/** Tags that are not closed in their order; [] for a well-formed text. */
function unclosed(xml: string): string[] {
  const open: string[] = []
  for (const [, end, name = '', empty] of xml.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g)) {
    if (end) {
      if (open.at(-1) !== name) return [...open, `/${name}`]
      open.pop()
    } else if (!empty) open.push(name)
  }
  return open
}

it.each([...files.keys()])('%s stands in the repository as it is generated (npm run policies)', async (path) => {
  expect(await readFile(join(ROOT, 'resources', 'policies', path), 'utf8')).toBe(files.get(path))
})

it('templates of 域策略 name only what both languages have', () => {
  const used = new Set(
    [...(files.get('sitecraft.admx') ?? '').matchAll(/\$\((string|presentation)\.(\w+)\)/g)].map(
      (each) => `${each[1]} ${each[2]}`,
    ),
  )
  for (const path of ['zh-CN/sitecraft.adml', 'en-US/sitecraft.adml']) {
    const there = [...textOf(path).matchAll(/<(string|presentation) id="(\w+)"/g)].map(
      (each) => `${each[1]} ${each[2]}`,
    )
    expect(new Set(there)).toEqual(used)
  }
  const policies = [...textOf('sitecraft.admx').matchAll(/<policy name="(\w+)"/g)].map((each) => each[1])
  expect(policies).toEqual(POLICY_NAMES)
})

it.each([...files.keys()].filter((path) => path !== 'policy.json'))('%s is well-formed', (path) => {
  expect(unclosed(textOf(path))).toEqual([])
  expect(unclosed(textOf(path).replace('</', '<'))).not.toEqual([])
})

it('the examples hold', () => {
  const values = JSON.parse(files.get('policy.json') ?? '') as Record<string, unknown>
  expect(readPolicies([{ origin: 'example', values }]).problems).toEqual([])
  expect(Object.keys(POLICIES)).toEqual(Object.keys(values))
})
