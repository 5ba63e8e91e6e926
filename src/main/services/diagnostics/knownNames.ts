import { homedir, hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Connection } from '#shared/contract/host.ts'
import type { Workspace } from '#shared/contract/workspace.ts'
import type { StoredFacts } from '../auth/facts.ts'
import { userName } from '../userName.ts'
import { FOLDER, type KnownName } from './anonymise.ts'

/** Names that this computer knows and that must not leave it in a diagnostic package. */
export function knownNames(from: {
  dataDir: string
  facts: StoredFacts
  connections: readonly Connection[]
  workspaces: readonly Workspace[]
  /** Titles of unsaved work. */
  titles: readonly string[]
  sites: readonly { title: string; domain: string }[]
}): KnownName[] {
  const names: KnownName[] = [
    { kind: FOLDER, value: homedir() },
    { kind: FOLDER, value: resolve(from.dataDir) },
    { kind: '电脑', value: hostname() },
    { kind: '用户', value: userName() },
  ]
  const add = (kind: string, ...values: string[]): void => {
    for (const value of values) names.push({ kind, value })
  }
  for (const { username } of Object.values(from.facts)) add('用户', username)
  for (const { title, domain } of from.sites) {
    add('站点', title)
    add('主机', ...domain.split(','))
  }
  for (const { name, kind, baseUrl, certificate } of from.connections) {
    add('连接', name, certificate)
    if (kind !== 'builtin' && URL.canParse(baseUrl)) add('主机', new URL(baseUrl).host, new URL(baseUrl).hostname)
  }
  for (const { templateName, folder, localPath } of from.workspaces) {
    add(FOLDER, localPath)
    add('模板', templateName, folder)
  }
  add('内容', ...from.titles)
  // One letter, or the root folder, would take half of the text along.
  return names.filter(({ value }) => value.length > 1)
}
