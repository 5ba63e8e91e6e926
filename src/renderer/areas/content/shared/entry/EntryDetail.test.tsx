import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { MenuField } from '#shared/contract/column.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import { aForm, aFormField, anEntry } from '#tests/builders/contentForm.ts'
import { aLabel } from '#tests/builders/label.ts'
import { pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { EntryDetail } from './EntryDetail.tsx'

configure({ defaultHidden: true })

const PNG = 'data:image/png;base64,iVBORw0KGgo='

function show(fields: readonly MenuField[], entry: ContentEntry) {
  const host = aHost()
    .on('content.form', () => aForm(fields, entry))
    .on('media.image', () => ({ dataUrl: PNG }))
    .on('content.selectOptions', () => ({ 5: '相关新闻' }))
    .on('content.listByIds', () => [])
    .on('label.page', () => pageOf([aLabel(3, '头条')]))
    .on('classify.getTree', () => [
      {
        id: 1,
        title: '华东',
        subTitle: '',
        parentId: 0,
        sort: 0,
        hasChildren: true,
        child: [{ id: 2, title: '上海', subTitle: '', parentId: 1, sort: 0, hasChildren: false, child: [] }],
      },
    ])
  renderUi(<EntryDetail classId={201} id={7} onClose={() => undefined} />, { host })
  return host
}
const part = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name })

describe('the view of an entry', () => {
  it('says who refused it and all that they wrote, until it is published', async () => {
    const reason = '缺少附件，'.repeat(100)
    const approveResult = JSON.stringify({ trueName: '李四', approveResult: reason })
    show([aFormField('title', '标题')], anEntry(7, { title: '大会', pass: false, approveResult }))
    expect((await screen.findByText(`审批内容：${reason}`)).closest('[role=dialog]')?.textContent).toContain(
      '审批人：李四',
    )
    expect(screen.queryByText('未发布')).toBeNull()
  })

  it('shows each field by its type, and where the entry is put forward [B-044]', async () => {
    const item = {
      sort: 1,
      src: '/files/b.pdf',
      title: '年报',
      subTitle: '第一版',
      note: '',
      link: '',
      index: '',
      target: '_self',
      nofollow: false,
    }
    show(
      [
        aFormField('title', '标题'),
        aFormField('area', '地区', 'SingleLine', { relationMark: '{"id":9,"type":5}' }),
        aFormField('kinds', '类别', 'SingleLine', { relationMark: '{"id":8,"type":2}' }),
        aFormField('note', '摘要', 'MultiLine'),
        aFormField('photo', '封面', 'Photo'),
        aFormField('file', '附件', 'File'),
        aFormField('files', '文件', 'BatchFile'),
        aFormField('related', '相关', 'RelationContent', { relationMark: '{"classIdList":[201]}' }),
        aFormField('labels', '标签', 'RelationLabel'),
        aFormField('empty', '来源'),
      ],
      anEntry(7, {
        title: '大会',
        area: '1,2',
        kinds: '甲,乙',
        note: '第一行\n第二行',
        photo: '/files/a.png',
        file: 'https://example.com/c.zip',
        files: JSON.stringify([item]),
        related: '5,6',
        labels: '3',
        indexTop: true,
      }),
    )
    await screen.findByRole('dialog', { name: /查看：大会/ })
    await waitFor(async () => expect((await part('地区')).textContent).toContain('华东 / 上海'))
    expect((await part('类别')).textContent).toContain('甲、乙')
    expect((await part('摘要')).textContent).toContain('第一行\n第二行')
    await waitFor(async () => expect((await part('封面')).querySelector('img')?.src).toBe(PNG))
    const link = within(await part('附件')).getByRole('link', { name: 'c.zip' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://example.com/c.zip', '_blank'])
    expect((await part('文件')).textContent).toContain('年报第一版')
    await waitFor(async () => expect((await part('相关')).textContent).toContain('相关新闻\n编号 6'))
    await waitFor(async () => expect((await part('标签')).textContent).toContain('头条'))
    expect((await part('来源')).textContent).toContain('（空）')
    screen.getByText('首页置顶')
    expect(screen.queryByText('首页热门')).toBeNull()
  })

  it('shows rich text without anything that runs or loads, and its pictures through the host', async () => {
    const html =
      '<p onclick="x()">好<script>alert(1)</script></p><img src="/files/a.png" onerror="x()"><img src="https://evil.example/p.png">' +
      '<a href="javascript:x()">坏链</a><a href="https://example.com/">好链</a><iframe src="https://evil.example"></iframe>' +
      '<svg><script>x()</script></svg><video src="/files/v.mp4" autoplay></video><p style="position:fixed;top:0;color:red">红</p>'
    const host = show([aFormField('content', '正文', 'Editor')], anEntry(7, { content: html }))
    const body = await part('正文')
    await waitFor(() => expect(body.querySelector('img')?.src).toBe(PNG))
    expect(body.querySelectorAll('script, iframe, svg, video, [onclick], [onerror]')).toHaveLength(0)
    expect([...body.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([PNG, null])
    expect([...body.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      null,
      'https://example.com/',
    ])
    expect(body.querySelector('[style*="position"]')).toBeNull()
    expect(body.textContent).toContain('[视频 v.mp4]')
    expect(host.inputsOf('media.image').map(({ accessPath }) => accessPath)).toEqual(['/files/a.png'])
  })

  it('opens the history of the entry, where nothing can be put back from here', async () => {
    const host = show([aFormField('title', '标题')], anEntry(7, { title: '新标题' }))
    const revision = (id: number) => ({
      id,
      version: id,
      createTime: '2026-01-01 00:00:00',
      author: '李雷',
      reason: 'save',
      isStatus: false,
      changed: ['title'],
      approval: 'none' as const,
      isProposal: false,
    })
    host
      .on('content.revisions', () => pageOf([revision(3), revision(2)]))
      .on('content.revision', ({ revisionId }) => ({
        ...revision(revisionId),
        fields: [{ fieldName: 'title', fieldValue: revisionId === 3 ? '年度大会召开' : '年度大会' }],
      }))
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '历史版本' }))
    const list = await screen.findByRole('list', { name: '历史版本列表' })
    expect(list.textContent).toContain('李雷 · 保存')
    await waitFor(() => expect(document.querySelector('ins')?.textContent).toBe('召开'))
    await user.click(within(list).getByRole('button', { name: /第 2 版/ }))
    await user.click(await screen.findByRole('switch'))
    await waitFor(() => expect(document.querySelector('ins')?.textContent).toContain('新标题'))
    expect(screen.queryByRole('button', { name: '还原到此版本' })).toBeNull()
  })

  it('says of what lies in the recycle bin that it does, not that it is published', async () => {
    const binned = { recycleTime: '2026-01-03 08:00:00', expireTime: '2026-02-02 08:00:00' }
    show([aFormField('title', '标题')], anEntry(7, { title: '旧闻', isStatus: true, ...binned }))
    await screen.findByText('在回收站中，2026-01-03 08:00:00 删除')
    expect(screen.queryByText('已发布')).toBeNull()
  })
})
