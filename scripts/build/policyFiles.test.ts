import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { expect, it } from 'vitest'
import { POLICIES, POLICY_NAMES, readPolicies } from '#shared/domain/policies.ts'
import { ROOT } from '../start/root.ts'
import { policyFiles } from './policyFiles.ts'

const files = policyFiles()
const parse = (path: string): Document =>
  new new JSDOM('').window.DOMParser().parseFromString(files.get(path) ?? '', 'application/xml')

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
    const there = [...parse(path).querySelectorAll('string, presentation')].map((each) => `${each.tagName} ${each.id}`)
    expect(new Set(there)).toEqual(used)
  }
  expect([...parse('sitecraft.admx').querySelectorAll('policy')].map((each) => each.getAttribute('name'))).toEqual(
    POLICY_NAMES,
  )
})

it('the examples hold', () => {
  const values = JSON.parse(files.get('policy.json') ?? '') as Record<string, unknown>
  expect(readPolicies([{ origin: 'example', values }]).problems).toEqual([])
  expect(parse('sitecraft.mobileconfig').querySelector('parsererror')).toBeNull()
  expect(Object.keys(POLICIES)).toEqual(Object.keys(values))
})
