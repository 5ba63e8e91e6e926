import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { TemplateFiles } from '#tests/fakes/templateFiles.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { FileManager } from './FileManager.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const FILES = {
  'site/css/main.css': 'body {}',
  'site/css/old.css': '',
  'site/index.html': '<html></html>',
  'site/logo.png': 'png',
  'site/pack.zip': 'zip',
}

function open(files: Record<string, string | null> = FILES) {
  const store = new TemplateFiles(files)
  const host: FakeBridge = store.serve(aHost())
  renderUi(<FileManager folder="site" title="企业站" onClose={() => {}} />, { host })
  return { store, host, user: userEvent.setup() }
}
const row = (name: string): Promise<HTMLElement> => screen.findByRole('row', { name: new RegExp(name) })
const enterCss = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  await user.dblClick(await row('css'))
  await row('main.css')
}
const question = async (title: string): Promise<HTMLElement> =>
  requireValue((await screen.findByText(title)).closest<HTMLElement>('[role="alertdialog"]'), 'it is a dialog')
const choose = (...names: string[]): void => {
  fireEvent.change(chooser(), { target: { files: names.map((name) => new File(['x'], name)) } })
}
const chooser = (): HTMLElement => screen.getByLabelText('选择要上传的文件')

describe('the file manager', () => {
  it('opens with the root folder and shows name, time and actions [A-084] [A-089]', async () => {
    open()
    await row('index.html')
    const titles = screen.getAllByRole('columnheader').map((each) => each.textContent)
    expect(titles).toEqual(['文件名', '修改时间', '大小', '操作'])
    expect(screen.getByText('文件管理 · 企业站')).toBeTruthy()
  })

  it('offers each row what it can do: rename not at root, download for files, unzip for zips [A-090] [A-091] [A-092] [A-093] [A-094]', async () => {
    const { user } = open()
    const offered = async (name: string): Promise<(string | null)[]> =>
      within(await row(name))
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label'))
    expect(await offered('css')).toEqual(['打开 css', '删除 css'])
    expect(await offered('index.html')).toEqual([
      '打开 index.html',
      '下载 index.html',
      '历史版本 index.html',
      '复制链接 index.html',
      '删除 index.html',
    ])
    expect(await offered('pack.zip')).toContain('解压 pack.zip')
    await enterCss(user)
    const all = ['打开', '下载', '历史版本', '复制链接', '重命名', '删除']
    expect(await offered('main.css')).toEqual(all.map((each) => `${each} main.css`))
  })

  it('asks for the encoding of an archive’s names with the names as each reads them, and unpacks in the chosen one', async () => {
    const { user, host } = open()
    host.on('templateFile.unzip', ({ encoding }) => {
      if (encoding) return null
      const gbk = { encoding: 'gbk', names: ['呼.css', '郎.js'] } as const
      const big5 = { encoding: 'big5', names: ['網站.css', '許可.js'] } as const
      const samples = [gbk, big5].map(({ encoding, names }) => ({ encoding, names: [...names] }))
      throw new AppError('invalid', '看不出', { details: { fact: { kind: 'names', samples } } })
    })
    await user.click(within(await row('pack.zip')).getByRole('button', { name: '解压 pack.zip' }))
    await screen.findByText('选择文件名编码')
    expect(screen.getAllByRole('radio').map((each) => (each as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      '简体中文（GBK）呼.css郎.js',
      '繁体中文（Big5）網站.css許可.js',
    ])
    await user.click(screen.getByRole('radio', { name: /繁体中文（Big5）/ }))
    await user.click(screen.getByRole('button', { name: '解压' }))
    await waitFor(() => expect(screen.queryByText('选择文件名编码')).toBeNull())
    expect(host.inputsOf('templateFile.unzip')).toEqual([
      { path: 'site', unzipFileName: 'pack.zip' },
      { path: 'site', unzipFileName: 'pack.zip', encoding: 'big5' },
    ])
  })

  it('enters a folder by double-click, and comes back by the breadcrumb, the button and Backspace [A-085] [A-095]', async () => {
    const { user } = open()
    await enterCss(user)
    await user.click(screen.getByRole('button', { name: '返回上一级' }))
    await row('index.html')
    await enterCss(user)
    await user.click(within(screen.getByRole('navigation', { name: '当前路径' })).getByText('site'))
    await row('index.html')
    await enterCss(user)
    ;(await row('main.css')).focus()
    await user.keyboard('{Backspace}')
    await row('index.html')
    expect(screen.queryByRole('row', { name: /main\.css/ })).toBeNull()
  })

  it('opens with Enter on the focused row', async () => {
    const { user } = open()
    ;(await row('css')).focus()
    await user.keyboard('{Enter}')
    await row('main.css')
    expect(screen.queryByRole('row', { name: /index\.html/ })).toBeNull()
  })

  it('says that an image can not be opened [A-108]', async () => {
    const { user } = open()
    await user.dblClick(await row('logo.png'))
    const alert = await question('提示')
    expect(alert.textContent).toContain('文件格式不能打开')
    await user.click(within(alert).getByRole('button', { name: '确定' }))
  })

  it('asks before it deletes, in the words of the document [A-307]', async () => {
    const { user, host, store } = open()
    await user.click(await screen.findByRole('button', { name: '删除 index.html' }))
    const asked = await question('删除')
    expect(asked.textContent).toContain('文件删除后不可恢复')
    expect(asked.textContent).toContain('是否继续?')
    expect(host.inputsOf('templateFile.remove')).toEqual([])
    await user.click(within(asked).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /index\.html/ })).toBeNull())
    expect(store.files.has('site/index.html')).toBe(false)
    await screen.findByText('删除成功')
  })

  it('asks for the name of a new file when the field is left empty, and makes it in the current folder [A-087] [A-109]', async () => {
    const { user, store } = open()
    await enterCss(user)
    await user.click(screen.getByRole('button', { name: '新建文件' }))
    const name = await screen.findByLabelText(/文件名称/)
    fireEvent.blur(name)
    await screen.findByText('请输入名称')
    await user.type(name, 'print.css')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await row('print.css')
    expect(store.files.get('site/css/print.css')).toBe('')
    await screen.findByText('创建成功')
  })

  it.each([
    ['新建文件', /文件名称/],
    ['新建文件夹', /文件夹名称/],
  ])('asks for a name once the field of %s is left empty [A-183]', async (action, label) => {
    const { user, host } = open()
    await row('css')
    await user.click(screen.getByRole('button', { name: action }))
    const name = await screen.findByLabelText(label)
    fireEvent.blur(name)
    await screen.findByText('请输入名称')
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect([host.inputsOf('templateFile.newFile'), host.inputsOf('templateFile.newFolder')]).toEqual([[], []])
  })

  it('makes a new folder, and keeps the name that is taken in its field [A-088]', async () => {
    const { user, store } = open()
    await row('css')
    await user.click(screen.getByRole('button', { name: '新建文件夹' }))
    const name = await screen.findByLabelText(/文件夹名称/)
    await user.type(name, 'css{Enter}')
    expect((await screen.findAllByText('“css”已存在，请换一个名称')).length).toBeGreaterThan(0)
    expect(name).toHaveProperty('value', 'css')
    expect(store.list('site').filter((each) => each.folder)).toHaveLength(1)
  })

  it('renames with F2 below the root', async () => {
    const { user, store } = open()
    await enterCss(user)
    ;(await row('old.css')).focus()
    await user.keyboard('{F2}')
    const name = await screen.findByLabelText(/新名称/)
    await user.clear(name)
    await user.type(name, 'new.css')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await row('new.css')
    expect(store.files.has('site/css/old.css')).toBe(false)
    await screen.findByText('更新成功')
  })

  it('uploads several files into the current folder, refuses a wrong format, and shows what arrives [A-086] [A-166] [A-193] [A-194]', async () => {
    const { host, store } = open()
    const queue = new UploadQueue(host)
    await row('index.html')
    choose('a.css', 'b.exe', 'c.js')
    await screen.findByText('上传 0 / 2')
    expect(host.inputsOf('uploads.add')).toEqual([
      { grants: ['grant-0-a.css', 'grant-1-c.js'], target: { to: 'template', path: 'site' } },
    ])
    await screen.findByText('请上传 mp3,mp4,zip,rar,gz,doc,docx,xls,xlsx,pdf,gif,jpg,jpeg,png,js,html,css 的格式!')
    await screen.findByText('未上传：b.exe')
    store.write('site/a.css', 'x')
    act(() => queue.finish('a.css'))
    await row('a.css')
    await screen.findByText('上传 1 / 2')
    act(() => queue.finish('c.js'))
    await screen.findByText('操作成功')
  })

  it('sends them where they were dropped, whatever folder is open since', async () => {
    const { host, user } = open()
    const queue = new UploadQueue(host)
    await row('index.html')
    choose('first.css')
    await screen.findByText('上传 0 / 1')
    await enterCss(user)
    choose('second.css')
    await screen.findByText('上传 0 / 2')
    const paths = queue.tasks.map(({ target }) => target.to === 'template' && target.path)
    expect(paths).toEqual(['site', 'site/css'])
  })

  it('refuses a file of more than 5000 MB [A-195]', async () => {
    const { host } = open()
    await row('index.html')
    const file = new File(['x'], 'film.mp4')
    Object.defineProperty(file, 'size', { value: 5000 * 1024 * 1024 + 1 })
    fireEvent.change(chooser(), { target: { files: [file] } })
    await screen.findByText('文件大小不能大于5000M!')
    expect(host.inputsOf('uploads.add')).toEqual([])
  })

  it('uploads a chosen folder, its files in their places, and leaves out what systems put there', async () => {
    const { host } = open()
    const queue = new UploadQueue(host)
    await row('index.html')
    screen.getByRole('button', { name: '上传文件夹' })
    const input = screen.getByLabelText<HTMLInputElement>('选择整个文件夹')
    expect(input.webkitdirectory).toBe(true)
    const placed = (...places: string[]): File[] =>
      places.map((webkitRelativePath) =>
        Object.defineProperty(new File(['x'], webkitRelativePath.split('/').at(-1) ?? ''), 'webkitRelativePath', {
          value: webkitRelativePath,
        }),
      )
    const granted: string[] = []
    const grant = host.grantFiles.bind(host)
    host.grantFiles = (files, onProgress) => {
      granted.push(...files.map((file) => file.webkitRelativePath))
      return grant(files, onProgress)
    }
    fireEvent.change(input, {
      target: { files: placed('.主题/a.css', '.主题/深/b.css', '.主题/.git/c.css', '.主题/Thumbs.db') },
    })
    await screen.findByText('上传 0 / 2')
    expect(granted).toEqual(['.主题/a.css', '.主题/深/b.css'])
    expect(queue.find('b.css').target).toEqual({ to: 'template', path: 'site' })
    fireEvent.change(input, { target: { files: placed('空/.DS_Store') } })
    await screen.findByText('所选文件夹中没有可上传的文件')
  })

  it('takes dropped files', async () => {
    const { host } = open()
    const queue = new UploadQueue(host)
    await row('index.html')
    const dataTransfer = { files: [new File(['x'], 'drop.css')], types: ['Files'] }
    fireEvent.drop(screen.getByRole('region', { name: '文件列表' }), { dataTransfer })
    await screen.findByText('上传 0 / 1')
    expect(queue.find('drop.css').target).toEqual({ to: 'template', path: 'site' })
  })

  it('draws a folder of 1,000 files without drawing 1,000 rows', async () => {
    open(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`site/page-${i}.html`, ''])))
    await row('page-0.html')
    expect(screen.getAllByRole('row').length).toBeLessThan(80)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
  })
})
