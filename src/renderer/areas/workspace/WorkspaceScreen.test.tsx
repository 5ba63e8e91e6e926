import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { SafetyStop, Workspace, WorkspaceFile } from '#shared/contract/workspace.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { EditorProvider } from '#renderer/features/codeEditor/panes.ts'
import { OpenContext } from '#renderer/ui/page/navigation.ts'
import { aWorkspace, aWorkspaceFile } from '#tests/builders/workspace.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { textAreaPanes } from '#tests/fakes/editorPanes.tsx'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { WorkspaceScreen } from './WorkspaceScreen.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

type Side = OutputOf<'workspaces.conflict'>['local']
const aSide = (changes: Partial<Side>): Side => ({
  exists: true,
  text: null,
  picture: null,
  size: 10,
  sha256: 'aa',
  updateTime: '',
  author: '',
  ...changes,
})
const aHalt = (changes: Pick<SafetyStop, 'kind' | 'message'> & Partial<SafetyStop>): SafetyStop => ({
  deletes: 1,
  total: 1,
  others: 0,
  signature: 's1',
  ...changes,
})
const MERGED = 'head\n<<<<<<< 本地\na\n||||||| 上次同步\no\n=======\nb\n>>>>>>> 服务器\n'

/** A host whose one workspace the test can change. */
function open(changes: Partial<Workspace> = {}, files: WorkspaceFile[] = [aWorkspaceFile('index.html')]) {
  const now = { workspace: aWorkspace(changes), files }
  const become = (next: Partial<Workspace>) => (now.workspace = { ...now.workspace, ...next })
  const host: FakeBridge = aHost()
    .on('workspaces.list', () => [now.workspace])
    .on('workspaces.detail', () => ({
      workspace: now.workspace,
      files: now.files,
      log: [{ at: '2026-01-02T03:04:05.000Z', path: 'index.html', text: '已上传', level: 'info' }],
    }))
    .on('workspaces.log', () => ({
      content: [
        {
          id: 1,
          at: '2026-01-02T03:04:05.000Z',
          path: 'index.html',
          text: '已上传',
          level: 'info',
          who: '李雷（前端-1）',
        },
      ],
      totalElements: 1,
      totalPages: 1,
    }))
    .on('workspaces.trash', () => [
      { entry: 'e1', path: 'old.css', side: 'local', size: 5, at: '2026-01-02T03:04:05.000Z', moment: 'm1' },
    ])
    .on('workspaces.restoreTrash', () => null)
    .on('workspaces.pause', () => become({ state: 'paused' }))
    .on('workspaces.resume', () => become({ state: 'idle' }))
    .on('workspaces.answerHalt', () => become({ state: 'idle', halt: null }))
    .on('workspaces.resolve', () => null)
    .on('workspaces.conflict', ({ path }) => ({
      path,
      base: 'base text',
      local: aSide({ text: 'local text', sha256: 'aa', author: '本机（前端-1）' }),
      remote: aSide({ text: 'remote text', sha256: 'bb', author: '王芳（设计部-3）' }),
      merged: { text: MERGED, clean: false },
    }))
  renderUi(
    <EditorProvider value={textAreaPanes}>
      <WorkspaceScreen />
    </EditorProvider>,
    { host },
  )
  return { host, now, user: userEvent.setup() }
}
const conflict = aWorkspaceFile('css/a.css', { state: 'conflict', reason: '两边都有改动' })
const compare = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  await user.click(await screen.findByRole('tab', { name: '冲突 1' }))
  await user.click(screen.getByRole('button', { name: '比较并解决 css/a.css' }))
  await screen.findByLabelText('本地')
}
/** In the list's card and in the header. */
const saidTwice = (text: string): Promise<void> => waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))

describe('the screen of local workspaces', () => {
  it('opens the template list as the navigation does, where it was left', async () => {
    const opened: string[] = []
    renderUi(
      <OpenContext value={(path) => opened.push(path)}>
        <WorkspaceScreen />
      </OpenContext>,
      { host: aHost().on('workspaces.list', () => []) },
    )
    await userEvent.click(await screen.findByRole('button', { name: '打开模板列表' }))
    expect(opened).toEqual(['/site/template/list'])
  })

  it('says how the workspace is and shows every file with its state and the log [S40]', async () => {
    const { user } = open({}, [aWorkspaceFile('index.html'), conflict])
    await screen.findByText('本机和服务器一致，修改自动同步')
    const rows = within(screen.getByRole('table', { name: '同步的文件' })).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/冲突.*css\/a\.css.*两边都有改动/),
      expect.stringMatching(/已同步.*index\.html/),
    ])
    await user.click(screen.getByRole('tab', { name: '日志' }))
    expect(screen.getByRole('row', { name: /已上传.*index\.html/ })).toBeTruthy()
  })

  it('says plainly that a conflict waits, and opens it', async () => {
    const { user } = open({ conflicts: 1 }, [aWorkspaceFile('index.html'), conflict])
    await saidTwice('有 1 个冲突需要处理')
    expect(screen.queryByText(/本机和服务器一致/)).toBeNull()
    await user.click(screen.getByRole('button', { name: '处理冲突' }))
    expect(screen.getByRole('tab', { name: '冲突 1' }).getAttribute('aria-selected')).toBe('true')
    expect(await screen.findByLabelText('本地')).toHaveProperty('value', 'local text')
  })

  it('says plainly that files failed, and shows which and why', async () => {
    const failed = aWorkspaceFile('big.html', { state: 'failed', reason: '文件太大' })
    const { user } = open({ failed: 1 }, [aWorkspaceFile('index.html'), failed])
    await saidTwice('有 1 个文件同步失败')
    await user.click(screen.getByRole('button', { name: '查看失败的文件' }))
    await screen.findByText('显示 1 个文件')
    expect(screen.getByText('文件太大')).toBeTruthy()
  })

  it('is not in step while files wait', async () => {
    open({ waiting: 3 })
    await saidTwice('3 个文件等待同步')
    expect(screen.getByText('还有修改未传送，将自动继续')).toBeTruthy()
  })

  it('follows the host without being asked', async () => {
    const { host, now } = open()
    await screen.findByText('本机和服务器一致，修改自动同步')
    now.workspace = aWorkspace({ state: 'offline', waiting: 3 })
    act(() => host.emit('workspace.changed', { id: 'w1' }))
    await screen.findByText('3 个待同步')
    await screen.findByText('无法连接服务器，本地修改等待连接恢复后自动同步')
  })

  it('draws 1,500 files without drawing 1,500 rows', async () => {
    open(
      {},
      Array.from({ length: 1500 }, (_, i) => aWorkspaceFile(`page-${i}.html`)),
    )
    await screen.findByText('显示 1500 个文件')
    expect(screen.getAllByRole('row').length).toBeLessThan(80)
  })

  it('pauses and goes on', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '暂停' }))
    await screen.findByText('已暂停，修改不会传送')
    await user.click(screen.getByRole('button', { name: '继续' }))
    await screen.findByText('本机和服务器一致，修改自动同步')
  })

  it.each([
    ['用本地', 'local'],
    ['用服务器', 'remote'],
    ['保留两份', 'both'],
  ] as const)('shows all versions of a conflict and resolves it by %s [S9]', async (button, choice) => {
    const { user, host } = open({ conflicts: 1 }, [conflict])
    await compare(user)
    expect(screen.getByLabelText('上次同步的版本')).toHaveProperty('value', 'base text')
    expect(screen.getByLabelText('本地')).toHaveProperty('value', 'local text')
    expect(screen.getByLabelText('服务器')).toHaveProperty('value', 'remote text')
    await user.click(screen.getByRole('button', { name: button }))
    await screen.findByText(/^冲突已解决/)
    expect(host.inputsOf('workspaces.resolve')).toEqual([
      { id: 'w1', path: 'css/a.css', choice, localSha256: 'aa', remoteSha256: 'bb' },
    ])
  })

  it('names the persons and the computers behind both versions', async () => {
    const { user } = open({ conflicts: 1 }, [conflict])
    await compare(user)
    expect(screen.getByText(/本地：由本机（前端-1）修改。服务器：由王芳（设计部-3）修改。/)).toBeTruthy()
  })

  it('decides a merge place by place, and saves it once no mark is left', async () => {
    const { user, host } = open({ conflicts: 1 }, [conflict])
    await compare(user)
    const result = screen.getByLabelText('合并结果（可以编辑）')
    expect(result).toHaveProperty('value', MERGED)
    screen.getByText('两个版本修改了同一处，还有 1 处需要选择')
    await user.click(screen.getByRole('button', { name: '保存合并结果' }))
    await screen.findByText(/合并结果中还有/)
    await user.click(screen.getByRole('button', { name: '下一处' }))
    await user.click(screen.getByRole('button', { name: '此处两者都保留' }))
    expect(result).toHaveProperty('value', 'head\na\nb\n')
    await screen.findByText('全部冲突已处理，请检查以下结果')
    await user.click(screen.getByRole('button', { name: '以后再说' }))
    const asked = await screen.findByText(/以下内容尚未保存，离开后会丢失：\s*合并结果/)
    await user.click(within(requireValue(asked.closest<HTMLElement>('[role="alertdialog"]'), 'a dialog')).getByText('取消'))
    fireEvent.change(result, { target: { value: 'merged and edited' } })
    await user.click(screen.getByRole('button', { name: '保存合并结果' }))
    await screen.findByText(/^冲突已解决/)
    expect(host.inputsOf('workspaces.resolve')).toEqual([
      expect.objectContaining({ choice: 'merge', text: 'merged and edited' }),
    ])
  })

  it('shows both pictures of a conflict, and offers no merge', async () => {
    const { user, host } = open({ conflicts: 1 }, [conflict])
    const [mine, theirs] = ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB']
    host.on('workspaces.conflict', ({ path }) => ({
      path,
      base: null,
      local: aSide({ picture: mine }),
      remote: aSide({ picture: theirs, sha256: 'bb' }),
      merged: null,
    }))
    await user.click(await screen.findByRole('tab', { name: '冲突 1' }))
    await user.click(screen.getByRole('button', { name: '比较并解决 css/a.css' }))
    expect((await screen.findByRole('img', { name: '本地的图片' })).getAttribute('src')).toBe(mine)
    expect(screen.getByRole('img', { name: '服务器的图片' }).getAttribute('src')).toBe(theirs)
    expect(screen.queryByRole('button', { name: '保存合并结果' })).toBeNull()
    expect(screen.getByRole('button', { name: '保留两份' })).toBeTruthy()
  })

  it('stops and shows what is held; answers for exactly that list, and deletes only after a second yes [S17]', async () => {
    const halt = aHalt({ kind: 'local-emptied', message: '本地文件夹被清空了，已停止同步' })
    const { user, host } = open({ state: 'halted', halt })
    host.on('workspaces.halt', () => ({
      halt,
      items: [{ path: 'css/gone.css', action: 'delete-remote', size: 10, reason: '' }],
    }))
    await user.click(await screen.findByRole('button', { name: '查看清单并处理' }))
    await screen.findByText('css/gone.css')
    await user.click(screen.getByRole('button', { name: '按本地删除服务器文件' }))
    const question = await screen.findByText(/请确认这些文件是有意删除的/)
    const box = requireValue(question.closest<HTMLElement>('[role="alertdialog"]'), 'a dialog')
    await user.click(within(box).getByRole('button', { name: '取消' }))
    expect(host.inputsOf('workspaces.answerHalt')).toEqual([])
    await user.click(await screen.findByRole('button', { name: '从服务器恢复' }))
    await waitFor(() => expect(screen.queryByText('同步已安全停止，等待处理')).toBeNull())
    expect(host.inputsOf('workspaces.answerHalt')).toEqual([{ id: 'w1', answer: 'restore', signature: 's1' }])
  })

  it('says beside a safety stop that more files wait for the next one [S18]', async () => {
    const halt = aHalt({ kind: 'mass-delete-remote', message: '本地删除了 10 个文件中的 6 个', others: 2 })
    const { user, host } = open({ state: 'halted', halt })
    host.on('workspaces.halt', () => ({ halt, items: [] }))
    await screen.findByText(/另有 2 个文件也未同步/)
    await user.click(screen.getByRole('button', { name: '查看清单并处理' }))
    await screen.findByText(/以下文件等待处理。另有 2 个文件也未同步/)
    expect(screen.queryByText(/其他文件正常同步/)).toBeNull()
  })

  it('offers for a missing folder to look again, to choose its new place and to disconnect, and nothing else [S17]', async () => {
    const halt = aHalt({ kind: 'local-root-missing', message: '本地文件夹不见了' })
    const { user, host } = open({ state: 'halted', halt })
    host.on('workspaces.syncNow', () => null)
    const bar = requireValue((await screen.findByText('找不到本地文件夹')).closest<HTMLElement>('.fui-MessageBar'), 'a bar')
    expect(
      within(bar)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['重新检查', '选择新位置', '断开'])
    await user.click(within(bar).getByRole('button', { name: '重新检查' }))
    await waitFor(() => expect(host.inputsOf('workspaces.syncNow')).toEqual([{ id: 'w1' }]))
    await user.click(within(bar).getByRole('button', { name: '选择新位置' }))
    await screen.findByText('选择新位置 · 企业站')
    expect(host.inputsOf('workspaces.answerHalt')).toEqual([])
  })

  it('restores a deleted file from the trash [S20]', async () => {
    const { user, host } = open()
    await user.click(await screen.findByRole('tab', { name: '回收站' }))
    await user.click(await screen.findByRole('button', { name: '还原 old.css' }))
    await screen.findByText('已还原，随后同步到服务器')
    expect(host.inputsOf('workspaces.restoreTrash')).toEqual([{ id: 'w1', entry: 'e1' }])
  })

  it('shows what a dry run would do, and carries out the same choice only after it [S22] [S40]', async () => {
    const { user, host } = open({ state: 'paused' })
    host.on('workspaces.transfer', ({ dryRun }) => ({
      items: [{ path: 'css/a.css', action: 'download', size: 3, reason: '' }],
      done: dryRun ? 0 : 1,
      left: dryRun ? [{ path: 'css/a.css', reason: '还没有同步' }] : [],
      halt: null,
    }))
    await user.click(await screen.findByRole('button', { name: '拉取与推送' }))
    await user.click(await screen.findByRole('radio', { name: /^拉取/ }))
    await user.type(screen.getByLabelText('只包括以下文件'), 'css/{Enter}')
    expect(screen.queryByRole('button', { name: '拉取' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '试运行' }))
    await screen.findByText('将执行 1 项')
    await user.click(screen.getByRole('button', { name: '拉取' }))
    await screen.findByText('已完成 1 项')
    const asked = { id: 'w1', direction: 'pull', only: ['css/'] }
    expect(host.inputsOf('workspaces.transfer')).toEqual([
      { ...asked, dryRun: true },
      { ...asked, dryRun: false },
    ])
    // Another choice needs another look.
    await user.click(screen.getByRole('button', { name: '试运行' }))
    await user.click(await screen.findByRole('radio', { name: /^推送/ }))
    expect(screen.queryByRole('button', { name: '推送' })).toBeNull()
  })

  it('puts the state before a sync back by file, and leaves what was changed since', async () => {
    const { user, host } = open()
    const file = {
      kind: 'file',
      size: 3,
      side: 'remote',
      by: '王芳（设计部-3）',
      state: 'changed',
      since: false,
    } as const
    host
      .on('workspaces.moments', () => [
        {
          moment: 'm1',
          at: '2026-01-02T03:04:05.000Z',
          cause: 'sync',
          files: 4,
          own: 1,
          authors: ['王芳（设计部-3）'],
        },
      ])
      .on('workspaces.momentFiles', () => [
        { ...file, path: 'a.css' },
        { ...file, path: 'b.css' },
        { ...file, path: 'later.css', since: true },
        { ...file, path: 'same.css', state: 'same' },
      ])
      .on('workspaces.putBack', () => ({ restored: 1, left: [] }))
    await user.click(await screen.findByRole('tab', { name: '历史' }))
    await screen.findByText('本机 1 个，王芳（设计部-3） 3 个')
    await user.click(screen.getByRole('button', { name: /^查看之前的状态/ }))
    await screen.findByText('之后有修改，不还原')
    await user.click(screen.getByRole('checkbox', { name: /b\.css/ }))
    await user.click(screen.getByRole('button', { name: '还原选中的 1 个文件' }))
    const question = await screen.findByText(/将还原为/)
    const box = requireValue(question.closest<HTMLElement>('[role="alertdialog"]'), 'a dialog')
    await user.click(within(box).getByRole('button', { name: '还原' }))
    await screen.findByText(/已还原 1 个文件/)
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(host.inputsOf('workspaces.putBack')).toEqual([{ id: 'w1', moment: 'm1', paths: ['a.css'] }])
  })

  it('previews ignore rules while they are typed, and asks before they are lost [S21]', async () => {
    const { user, host } = open()
    host
      .on('workspaces.ignoreFile', () => ({ text: '', hash: '', always: ['.git/'] }))
      .on('workspaces.previewIgnores', ({ text }) => ({
        leftOut: text === '' ? { count: 0, paths: [] } : { count: 501, paths: ['src/a.scss'] },
        takenUp: { count: 0, paths: [] },
      }))
      .on('workspaces.saveIgnoreFile', () => null)
    await user.click(await screen.findByRole('button', { name: '忽略规则' }))
    await screen.findByText('没有文件受影响')
    fireEvent.change(screen.getByRole('textbox', { name: '忽略规则' }), { target: { value: '*.scss' } })
    await screen.findByText('不再同步（501）')
    screen.getByText('还有 500 个')
    await user.click(screen.getByRole('button', { name: '取消' }))
    const asked = await screen.findByText(/以下内容尚未保存/)
    await user.click(within(requireValue(asked.closest<HTMLElement>('[role="alertdialog"]'), 'a dialog')).getByText('取消'))
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('已保存忽略规则')
    expect(host.inputsOf('workspaces.saveIgnoreFile')).toEqual([{ id: 'w1', text: '*.scss', hash: '' }])
  })

  it('searches the log page by page, and says who did it on which computer [S40]', async () => {
    const { user, host } = open()
    const line = { at: '2026-01-02T03:04:05.000Z', level: 'info', text: '已上传', who: '李雷（前端-1）' } as const
    host.on('workspaces.log', ({ key }) => ({
      content: key === 'none' ? [] : [{ ...line, id: 1, path: 'index.html' }],
      totalElements: key === 'none' ? 0 : 120,
      totalPages: 3,
    }))
    await user.click(await screen.findByRole('tab', { name: '日志' }))
    await screen.findByText('李雷（前端-1）')
    screen.getByText('共 120 条')
    await user.type(screen.getByPlaceholderText('搜索文件、内容、操作人'), 'none')
    await waitFor(() => expect(screen.queryByText('李雷（前端-1）')).toBeNull())
    expect(host.inputsOf('workspaces.log').at(-1)).toMatchObject({ id: 'w1', key: 'none', page: 1 })
  })
})
