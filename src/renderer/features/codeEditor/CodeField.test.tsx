import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { EditorProvider } from '#renderer/features/codeEditor/panes.ts'
import { textAreaPanes } from '#tests/fakes/editorPanes.tsx'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { CodeField } from './CodeField.tsx'

const draw = (start: string, disabled = false): Shown =>
  renderField(start, (control) => (
    <EditorProvider value={textAreaPanes}>
      <CodeField control={control} name="value" label="第三方代码" hint="保存后约 2 分钟生效。" disabled={disabled} />
    </EditorProvider>
  ))
const code = (): HTMLElement => screen.getByRole('textbox', { name: '第三方代码' })

describe('the code field', () => {
  it('edits the text and says how to leave it', async () => {
    const form = draw('<p>')
    await userEvent.type(code(), '</p>')
    expect(form.value()).toBe('<p></p>')
    expect(screen.getByText('保存后约 2 分钟生效。 按 Esc 再按 Tab 键离开代码框。')).toBeTruthy()
  })

  it('shows its error and takes the focus', async () => {
    const form = draw('')
    form.refuse('请输入代码')
    await screen.findByText('请输入代码')
    form.focus()
    await waitFor(() => expect(document.activeElement).toBe(code()))
  })

  it('can only be read while it is disabled', () => {
    draw('<p>', true)
    expect(code()).toHaveProperty('readOnly', true)
  })
})
