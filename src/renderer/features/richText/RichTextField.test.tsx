import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { RichTextField } from './RichTextField.tsx'

const PIXEL = 'data:image/png;base64,iVBORw0KGgo='
const host = () => aHost().on('media.image', ({ accessPath }) => ({ dataUrl: accessPath ? PIXEL : '' }))
const draw = (start: string, fake = host(), disabled = false): Shown =>
  renderField(
    start,
    (control) => <RichTextField control={control} name="value" label="正文" disabled={disabled} />,
    fake,
  )
// The first one loads the editor.
const text = (): Promise<HTMLElement> => screen.findByRole('textbox', { name: '正文' }, { timeout: 15_000 })

// jsdom has no layout; the editor asks where its cursor is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() })

/** What jsdom has no clipboard for. */
function paste(target: Element, data: { html?: string; files?: File[] }): void {
  const clipboardData = {
    files: data.files ?? [],
    items: [],
    types: [],
    getData: (type: string) => (type === 'text/html' ? (data.html ?? '') : ''),
  }
  fireEvent.paste(target, { clipboardData })
}

describe('the rich text field', () => {
  it('leaves a value alone that nobody changes', async () => {
    const html = '<p style="color:red">一</p><details>旧</details>'
    const form = draw(html)
    await text()
    expect(form.value()).toBe(html)
  })

  it('gives back letter by letter what was changed and taken back', async () => {
    const html = '<P style="COLOR:red">一</P>\n<b style="color:#C00">二</b>'
    const form = draw(html)
    await text()
    fireEvent.click(screen.getByRole('button', { name: '居中' }))
    await waitFor(() => expect(form.value()).toContain('text-align: center'))
    fireEvent.click(screen.getByRole('button', { name: '居中' }))
    await waitFor(() => expect(form.value()).toBe(html))
  })

  it('checks the spelling of text, not of code, and saves nothing of it', async () => {
    const form = draw('<p>一</p><pre><code>teh</code></pre>')
    const target = await text()
    expect(target.getAttribute('spellcheck')).toBe('true')
    expect(target.querySelector('pre')?.getAttribute('spellcheck')).toBe('false')
    fireEvent.click(screen.getByRole('button', { name: '居中' }))
    await waitFor(() => expect(form.value()).toContain('text-align: center'))
    expect(form.value()).not.toContain('spellcheck')
    expect(form.value()).toContain('teh')
  })

  it('takes a paste back without what was done just before it', async () => {
    const form = draw('<p>一</p>')
    const target = await text()
    fireEvent.click(screen.getByRole('button', { name: '居中' }))
    paste(target, { html: '<p>二</p>' })
    await waitFor(() => expect(form.value()).toContain('二'))
    fireEvent.click(screen.getByRole('button', { name: /^撤销/ }))
    await waitFor(() => expect(form.value()).toBe('<p style="text-align: center">一</p>'))
  })

  it('says before it is touched what will not be kept, and takes hidden text out', async () => {
    const hidden = '<div style="display:none"><a href="https://example.com/">暗链一</a></div>'
    const form = draw(
      `<p>看得见</p>${hidden}<iframe src="https://example.com/"></iframe><p style="position:fixed">浮</p>`,
    )
    await text()
    expect(screen.getByText(/正文不允许的部分：嵌入的网页、视频或插件、固定位置的排版。不修改则保持原样/)).toBeTruthy()
    expect(screen.getByText(/读者看不到的文字：“暗链一”。可能是暗链/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '用源码编辑' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '删除隐藏文字' }))
    await waitFor(() => expect(form.value()).not.toContain('暗链'))
    expect(form.value()).toContain('看得见')
    await waitFor(() => expect(screen.queryByText(/读者看不到的文字/)).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: '继续编辑' }))
    await waitFor(() => expect(screen.queryByText(/正文不允许的部分/)).toBeNull())
  })

  it('asks on a pasted picture what it shows, and no more once it was said', async () => {
    const form = draw('')
    paste(await text(), { html: '<p>图<img src="/files/a.png"></p>' })
    fireEvent.click(await screen.findByRole('button', { name: '补充替代文字' }))
    await userEvent.type(await screen.findByRole('textbox', { name: /替代文字/ }), '港口')
    fireEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(form.value()).toContain('alt="港口"'))
    expect(form.value()).not.toContain('data-asks')
    expect(screen.queryByRole('button', { name: '补充替代文字' })).toBeNull()
  })

  it('tells the form of a change, and counts the words', async () => {
    const form = draw('<p>海洋 science 周。</p>')
    await text()
    expect(screen.getByText('字数 5')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '居中' }))
    await waitFor(() => expect(form.value()).toBe('<p style="text-align: center">海洋 science 周。</p>'))
  })

  it('shows pictures of the server through the host, and the address of others', async () => {
    draw('<p><img src="/files/a.png" alt="港口"><img src="https://example.com/b.png" alt=""></p>')
    const image = await screen.findByRole('img', { name: '港口' })
    expect(image.getAttribute('src')).toBe(PIXEL)
    expect(screen.getByText('网络图片（发布后显示）：https://example.com/b.png')).toBeTruthy()
  })

  it('can be read but not changed when it is disabled', async () => {
    draw('<p>一</p>', host(), true)
    expect((await text()).getAttribute('contenteditable')).toBe('false')
    expect(screen.getByRole('button', { name: '居中' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('uploads a pasted picture, and the form waits for it', async () => {
    const fake = host()
    const queue = new UploadQueue(fake)
    const form = draw('', fake)
    paste(await text(), { files: [new File(['x'], 'image.png', { type: 'image/png' })] })
    await screen.findByText(/正在上传图片/)
    await waitFor(() => expect(fake.inputsOf('uploads.add')).toHaveLength(1))
    const name = queue.tasks[0]?.name ?? ''
    act(() => queue.finish(name))
    await waitFor(() => expect(form.value()).toContain('<img src="/files/'))
    expect(screen.queryByText(/正在上传图片/)).toBeNull()
  })

  it('says why a picture did not arrive, keeps it out of the text, and sends it again', async () => {
    const fake = host()
    const queue = new UploadQueue(fake)
    const form = draw('<p>文字</p>', fake)
    paste(await text(), { files: [new File(['x'], 'image.png', { type: 'image/png' })] })
    await waitFor(() => expect(queue.tasks).toHaveLength(1))
    const name = queue.tasks[0]?.name ?? ''
    act(() => queue.fail(name, '空间已满'))
    expect(await screen.findByText(/图片上传失败，保存时不包含该图片：空间已满/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '居中' }))
    await waitFor(() => expect(form.value()).toBe('<p style="text-align: center">文字</p>'))
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText(/正在上传图片/)
    act(() => queue.finish(name))
    await waitFor(() => expect(form.value()).toContain('<img src="/files/'))
  })

  it('takes a picture out of the text that did not arrive', async () => {
    const fake = host()
    const queue = new UploadQueue(fake)
    const form = draw('', fake)
    paste(await text(), { files: [new File(['x'], 'image.png', { type: 'image/png' })] })
    await waitFor(() => expect(queue.tasks).toHaveLength(1))
    act(() => queue.fail(queue.tasks[0]?.name ?? '', '格式不对', false))
    await screen.findByText(/格式不对/)
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '删除' }))
    await waitFor(() => expect(screen.queryByText(/图片没有上传成功/)).toBeNull())
    expect(form.value()).toBe('')
  })

  it('takes over the pictures of a WeChat article; one that can’t be had keeps its address, and that is said', async () => {
    const fake = host()
    const queue = new UploadQueue(fake)
    const form = draw('', fake)
    const picture = 'https://mmbiz.qpic.cn/mmbiz_png/a/640?wx_fmt=png'
    paste(await text(), { html: `<p>春耕<img data-src="${picture}"></p>` })
    await screen.findByText(/正在上传图片/)
    await waitFor(() => expect(queue.tasks).toHaveLength(1))
    expect(fake.inputsOf('uploads.addPicture')[0]).toMatchObject({
      url: picture,
      target: { to: 'library', kind: 'image' },
    })
    act(() => queue.finish(queue.tasks[0]?.name ?? ''))
    await waitFor(() => expect(form.value()).toContain('<img src="/files/'))
    expect(form.value()).not.toContain('qpic')

    fake.on('uploads.addPicture', () => {
      throw new AppError('unavailable', '连接不上图片所在的网站')
    })
    paste(await text(), { html: `<p>秋收<img data-src="${picture}"></p>` })
    expect(await screen.findByText(/1 张图片下载失败，已保留原地址/)).toBeTruthy()
    await waitFor(() => expect(form.value()).toContain(`<img src="${picture}"`))
    expect(screen.queryByText(/正在上传图片/)).toBeNull()
  })

  it('says of a picture that nobody takes, and of other files, that they are not in the text', async () => {
    const fake = host()
    const queue = new UploadQueue(fake)
    draw('', fake)
    const box = await text()
    paste(box, { files: [new File(['<svg/>'], 'image.svg', { type: 'image/svg+xml' })] })
    expect(await screen.findByText(/图片上传失败，保存时不包含该图片：未上传/)).toBeTruthy()
    expect(queue.tasks).toEqual([])
    paste(box, { files: [new File(['x'], '通知.docx')] })
    expect(await screen.findByText(/正文只能直接插入图片，未插入：通知.docx/)).toBeTruthy()
  })

  it('leaves keys to the input method while it writes', async () => {
    draw('<p>海洋和海洋</p>')
    fireEvent.keyDown(await text(), { key: 'f', ctrlKey: true })
    const search = screen.getByRole('textbox', { name: '查找' })
    const count = () => within(screen.getByRole('search')).getByRole('status').textContent
    fireEvent.change(search, { target: { value: '海洋' } })
    expect(count()).toBe('1 / 2')
    fireEvent.keyDown(search, { key: 'Enter', isComposing: true })
    expect(count()).toBe('1 / 2')
    fireEvent.keyDown(search, { key: 'Escape', isComposing: true })
    expect(screen.getByRole('search')).toBeTruthy()
    fireEvent.keyDown(search, { key: 'Enter' })
    expect(count()).toBe('2 / 2')
    fireEvent.click(screen.getByRole('button', { name: '全屏' }))
    fireEvent.keyDown(await text(), { key: 'Escape', isComposing: true })
    expect(screen.getByRole('button', { name: '退出全屏' })).toBeTruthy()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(screen.getByRole('button', { name: '全屏' })).toBeTruthy()
  })

  it('replaces nothing in a text that can not be changed', async () => {
    const form = draw('<p>海洋</p>', host(), true)
    fireEvent.keyDown(await text(), { key: 'f', ctrlKey: true })
    fireEvent.change(screen.getByRole('textbox', { name: '查找' }), { target: { value: '海洋' } })
    fireEvent.change(screen.getByRole('textbox', { name: '替换为' }), { target: { value: '湖' } })
    fireEvent.keyDown(screen.getByRole('textbox', { name: '替换为' }), { key: 'Enter' })
    expect((await text()).textContent).toBe('海洋')
    expect(form.value()).toBe('<p>海洋</p>')
  })

  it('plays a film of the server, names one of the web, and says when one does not load', async () => {
    const fake = host().on('media.open', ({ accessPath }) => ({ href: `/media/${accessPath}` }))
    draw(
      '<p><video src="/files/a.mp4" controls=""></video><video src="https://example.com/b.mp4" controls=""></video></p>',
      fake,
    )
    const film = await screen.findByLabelText('a.mp4')
    expect(film.getAttribute('src')).toBe('/media//files/a.mp4')
    expect(film.hasAttribute('controls')).toBe(true)
    expect(screen.getByText('网络视频（发布后播放）：https://example.com/b.mp4')).toBeTruthy()
    fireEvent.error(film)
    expect(await screen.findByText(/视频加载失败/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '重新加载' }))
    expect(await screen.findByLabelText('a.mp4')).toBeTruthy()
  })

  it('pastes clean text', async () => {
    const form = draw('')
    paste(await text(), {
      html: '<p class="MsoNormal" style="mso-x:1;color:red" onclick="a()">字<script>b()</script></p>',
    })
    await waitFor(() => expect(form.value()).toBe('<p style="color: red">字</p>'))
  })

  it('misses nothing of what was changed just before saving', async () => {
    const saved: unknown[] = []
    renderUi(
      <FormDialog
        title="文章"
        schema={z.object({ content: z.string() })}
        values={{ content: '<p>一</p>' }}
        save={(values) => {
          saved.push(values)
          return Promise.resolve({ code: SUCCESS })
        }}
        onClose={() => {}}
      >
        {(control) => <RichTextField control={control} name="content" label="正文" />}
      </FormDialog>,
      { host: host() },
    )
    await text()
    fireEvent.click(screen.getByRole('button', { name: '居中' }))
    fireEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(saved).toEqual([{ content: '<p style="text-align: center">一</p>' }]))
  })
})
