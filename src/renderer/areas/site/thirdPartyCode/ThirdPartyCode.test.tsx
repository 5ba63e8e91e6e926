import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { EditorProvider } from '#renderer/features/codeEditor/panes.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { textAreaPanes } from '#tests/fakes/editorPanes.tsx'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ThirdPartyCode } from './ThirdPartyCode.tsx'

configure({ defaultHidden: true })

const CODE = '<script>\n  count()\n</script>\n'
const group = { ...aSite(1, '集团官网'), javascript: CODE, version: 7 }
const host = (): FakeBridge => aHost().on('site.page', () => pageOf([group, aSite(2, '海洋科技')]))

async function open(fake: FakeBridge, title: string) {
  renderUi(
    <EditorProvider value={textAreaPanes}>
      <ThirdPartyCode />
    </EditorProvider>,
    { host: fake },
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: `插入代码 ${title}` }))
  const editor = await screen.findByRole('textbox', { name: 'HTML 代码' })
  return { user, editor, save: async () => user.click(screen.getByRole('button', { name: '确定' })) }
}

describe('third-party code', () => {
  it('is a list of sites with a button each [A-110]', async () => {
    renderUi(<ThirdPartyCode />, { host: host() })
    const row = within(await screen.findByRole('row', { name: /集团官网/ }))
    expect(row.getByText(`已插入，${CODE.length} 个字符`)).toBeTruthy()
    expect(row.getByRole('button', { name: '插入代码 集团官网' })).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /海洋科技/ })).getByText('未插入')).toBeTruthy()
  })

  it('is edited as HTML in a dialog that says when it takes effect, and kept as typed [A-111] [A-169]', async () => {
    const fake = host().on('site.updateThirdJavascript', () => group)
    const { editor, save } = await open(fake, '集团官网')
    expect(editor).toHaveProperty('value', CODE)
    expect(screen.getByText(/^保存后 2 分钟生效/)).toBeTruthy()
    fireEvent.change(editor, { target: { value: `${CODE}<b>` } })
    await save()
    await screen.findByText('保存成功')
    expect(fake.inputsOf('site.updateThirdJavascript')).toEqual([{ id: 1, javascript: `${CODE}<b>`, version: 7 }])
  })

  it('must be there: 请输入代码, and the dialog stays [A-182]', async () => {
    const fake = host()
    const { editor, save } = await open(fake, '海洋科技')
    for (const empty of ['', ' \n ']) {
      fireEvent.change(editor, { target: { value: empty } })
      await save()
      await waitFor(() => expect(screen.getAllByText('请输入代码').length).toBeGreaterThan(1))
    }
    expect(screen.getByRole('textbox', { name: 'HTML 代码' })).toBeTruthy()
    expect(fake.inputsOf('site.updateThirdJavascript')).toEqual([])
  })
})
