import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { TemplateRevision } from '#shared/contract/templateRevision.ts'
import { AppError } from '#shared/errors/index.ts'
import { EditorProvider } from '#renderer/features/codeEditor/panes.ts'
import { pageOf } from '#tests/builders/session.ts'
import { textAreaPanes } from '#tests/fakes/editorPanes.tsx'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { RemovedDialog } from './RemovedDialog.tsx'

configure({ defaultHidden: true })

const PATH = 'company/css/a.css'
const revision = (id: number, more: Partial<TemplateRevision> = {}): TemplateRevision => ({
  id,
  kind: 'save',
  by: `user${id}`,
  machine: '',
  date: `2026-01-0${id} 08:00:00`,
  size: 3,
  isCurrent: false,
  isKept: true,
  note: '',
  ...more,
})
const text = (content: string | null) => ({ exists: content !== null, size: content?.length ?? 0, text: content })
const LIMITS = { versions: 50, days: 180 }

function aServer(versions: TemplateRevision[], mayChange = false): FakeBridge {
  return aHost()
    .on('templateRevision.page', () => pageOf(versions))
    .on('templateRevision.limits', () => ({ ...LIMITS, mayChange }))
    .on('templateRevision.file', ({ id }) => ({
      path: PATH,
      version: text(`version ${id}`),
      before: text(`version ${id - 1}`),
      now: text('version 4'),
      hash: 'hash of 4',
    }))
    .on('templateRevision.restore', () => ({ path: PATH, hash: 'hash of 2' }))
}

function open(host: FakeBridge, isEdited = false, takeText?: (text: string) => void) {
  const restored: string[] = []
  renderUi(
    <EditorProvider value={textAreaPanes}>
      <HistoryDialog
        path={PATH}
        isEdited={isEdited}
        onClose={() => undefined}
        onRestored={() => restored.push('restored')}
        {...(takeText && { applyText: takeText })}
      />
    </EditorProvider>,
    { host },
  )
  return { restored, user: userEvent.setup() }
}
const shown = async (label: string): Promise<string> =>
  ((await screen.findByLabelText(label)) as HTMLTextAreaElement).value

const FOUR = [
  revision(4, { isCurrent: true, isKept: false }),
  revision(3, { kind: 'rename', isKept: false, note: 'css/old.css' }),
  revision(2, { kind: 'sync', machine: 'PC-7' }),
  revision(1, { kind: 'found', by: '' }),
]

describe('versions of a file', () => {
  it('are told with who, when and how, and the latest one is beside what stands there', async () => {
    open(aServer(FOUR))
    const list = await screen.findByRole('list', { name: '历史版本' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual([
      '2026-01-04 08:00:00当前版本user4 · 在编辑器中保存3 B',
      '2026-01-03 08:00:00user3 · 重命名，原名 css/old.css',
      '2026-01-02 08:00:00user2 · 同步（PC-7）3 B',
      '2026-01-01 08:00:00未知 · 更早的内容3 B',
    ])
    expect(within(list).getAllByRole('button')).toHaveLength(3)
    expect(await shown('2026-01-02 08:00:00')).toBe('version 2')
    expect(await shown('当前版本')).toBe('version 4')
    expect(screen.getByText(/保留最近 50 个版本，被替换后最多保留 180 天/)).toBeTruthy()
  })

  it('are compared with the one before, too', async () => {
    const { user } = open(aServer(FOUR))
    await user.click(await screen.findByRole('button', { name: '与上一版本' }))
    expect(await shown('上一版本')).toBe('version 1')
    expect(await shown('2026-01-02 08:00:00')).toBe('version 2')
    await user.click(screen.getByRole('button', { name: /2026-01-04/ }))
    expect(await shown('2026-01-04 08:00:00')).toBe('version 4')
    expect(screen.queryByRole('button', { name: '还原此版本' })).toBeNull()
  })

  it('are put back over what was shown, after a question', async () => {
    const host = aServer(FOUR)
    const { user, restored } = open(host, true)
    await user.click(await screen.findByRole('button', { name: '还原此版本' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('编辑器中未保存的修改不会丢失')
    await user.click(within(question).getByRole('button', { name: '还原' }))
    await waitFor(() => expect(restored).toEqual(['restored']))
    expect(host.inputsOf('templateRevision.restore')).toEqual([{ id: 2, expected: 'hash of 4' }])
  })

  it('give a file of this computer their text, and leave the server alone', async () => {
    const host = aServer(FOUR)
    const taken: string[] = []
    const { user, restored } = open(host, true, (content) => taken.push(content))
    await user.click(await screen.findByRole('button', { name: '还原此版本' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('本地文件将还原为 2026-01-02 08:00:00 的内容并保存，随后同步到服务器')
    await user.click(within(question).getByRole('button', { name: '还原' }))
    await waitFor(() => expect(taken).toEqual(['version 2']))
    expect([restored, host.inputsOf('templateRevision.restore')]).toEqual([[], []])
  })

  it('that are no texts can’t be given to a file of this computer', async () => {
    const host = aServer(FOUR).on('templateRevision.file', () => ({
      path: PATH,
      version: text(null),
      before: text(null),
      now: text('version 4'),
      hash: 'hash of 4',
    }))
    open(host, false, () => undefined)
    const button = await screen.findByRole('button', { name: '还原此版本' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('show what changed meanwhile when they could not be put back', async () => {
    const host = aServer(FOUR)
    host.on('templateRevision.restore', () => {
      throw new AppError('conflict', '“css/a.css”刚刚又有变化，没有恢复。')
    })
    const { user, restored } = open(host)
    const asked = (): number => host.inputsOf('templateRevision.file').length
    await user.click(await screen.findByRole('button', { name: '还原此版本' }))
    const before = asked()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '还原' }))
    await screen.findByText(/刚刚又有变化/)
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
    expect(restored).toEqual([])
  })

  it('can’t be put back without their content', async () => {
    open(aServer([revision(4, { isCurrent: true }), revision(2, { isKept: false })]))
    await screen.findByText(/未保留（文件过大/)
    expect((await screen.findByRole('button', { name: '还原此版本' })).getAttribute('aria-disabled')).toBe('true')
  })

  it('are kept as a super administrator says', async () => {
    const host = aServer(FOUR, true).on('templateRevision.saveLimits', (limits) => limits)
    const { user } = open(host)
    await user.click(await screen.findByRole('button', { name: '修改' }))
    const field = await screen.findByRole('spinbutton', { name: /每个文件的版本数/ })
    await user.clear(field)
    await user.type(field, '20')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(host.inputsOf('templateRevision.saveLimits')).toEqual([{ versions: 20, days: 180 }]))
  })

  it('say that there are none', async () => {
    open(aServer([]))
    await screen.findByText('还没有历史版本')
  })
})

describe('deleted files', () => {
  it('are listed below their folder and put back', async () => {
    const file = { id: 9, path: PATH, size: 3, by: 'admin', date: '2026-01-01 08:00:00' }
    const host = aServer([]).on('templateRevision.removed', () =>
      pageOf([file, { ...file, id: 0, path: 'company/big.zip', size: 0 }]),
    )
    renderUi(<RemovedDialog path="company" onClose={() => undefined} />, { host })
    const user = userEvent.setup()
    await screen.findByText('未保留')
    expect(screen.queryByRole('button', { name: '还原 big.zip' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: '还原 css/a.css' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '还原' }))
    await waitFor(() => expect(host.inputsOf('templateRevision.restore')).toEqual([{ id: 9, expected: 'none' }]))
  })
})
