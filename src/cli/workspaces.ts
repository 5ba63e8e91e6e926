import { access, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Workspace } from '#shared/contract/workspace.ts'

/** The workspaces that are meant, or what is wrong with how they were named. */
export async function chooseWorkspaces(
  all: readonly Workspace[],
  { workspace, all: every }: { workspace: string; all: boolean },
  cwd: string,
): Promise<readonly Workspace[] | { wrong: string }> {
  if (all.length === 0) return { wrong: '还没有同步到本机的模板，请先在站匠的模板列表中“同步到本地”' }
  if (every) return all
  if (workspace === '') {
    const here = await at(all, cwd)
    if (here) return [here]
    return all.length === 1 ? all : { wrong: `有 ${all.length} 个工作区，请写明是哪一个：${listOf(all)}` }
  }
  const named = all.filter(({ id, folder, templateName }) => [id, folder, templateName].includes(workspace))
  if (named.length > 1) return { wrong: `“${workspace}”不止一个，请写本地文件夹：${listOf(named)}` }
  const found = named[0] ?? (await atExisting(all, resolve(cwd, workspace)))
  return found ? [found] : { wrong: `没有工作区“${workspace}”，现有的是：${listOf(all)}` }
}

/** A name that is no folder or file here is a wrong name, also inside of a workspace. */
const atExisting = async (all: readonly Workspace[], path: string): Promise<Workspace | undefined> =>
  (await access(path).then(
    () => true,
    () => false,
  ))
    ? at(all, path)
    : undefined

/** The workspace in whose folder a path lies. */
async function at(all: readonly Workspace[], path: string): Promise<Workspace | undefined> {
  const real = await realpath(path).catch(() => path)
  for (const workspace of all) {
    const root = await realpath(workspace.localPath).catch(() => workspace.localPath)
    const inner = relative(root, real)
    if (inner === '' || (inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner))) return workspace
  }
  return undefined
}

const listOf = (all: readonly Workspace[]): string =>
  all.map(({ templateName, localPath }) => `${templateName}（${localPath}）`).join('、')
