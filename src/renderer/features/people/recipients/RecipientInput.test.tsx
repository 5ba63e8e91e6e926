import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { User } from '#shared/contract/account.ts'
import { recipientList } from '#shared/contract/recipients.ts'
import type { RecipientKind } from '#shared/domain/recipients.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { pageOf } from '#tests/builders/session.ts'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { RecipientField } from './RecipientField.tsx'
import { RecipientInput } from './RecipientInput.tsx'

function Sample({ start, kind }: { start: readonly string[]; kind: RecipientKind }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <RecipientInput kind={kind} label="收件人" value={value} onChange={setValue} />
      <output>{value.join('|')}</output>
      <button type="button">旁边</button>
    </>
  )
}
const open = (start: readonly string[] = [], kind: RecipientKind = 'email') => {
  renderUi(<Sample start={start} kind={kind} />, { host: aHost() })
  return userEvent.setup()
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: '收件人' })
const value = () => document.querySelector('output:not([aria-label])')?.textContent
const notes = () =>
  requireValue(input().closest('div')?.parentElement, 'it stands in one').querySelector('[role=status]')
const chip = (name: string) => screen.getByRole('button', { name })

describe('a recipient input', () => {
  it('makes an entry of what stands before a vertical bar, of either width [B-246]', async () => {
    const user = open()
    await user.type(input(), 'a@b.cn|c@d.cn｜e@f')
    expect(value()).toBe('a@b.cn|c@d.cn')
    expect(input().value).toBe('e@f')
    await user.type(input(), '{Enter}')
    expect([value(), input().value]).toEqual(['a@b.cn|c@d.cn|e@f', ''])
    const list = screen.getByRole('list', { name: '已输入的收件人' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  })
  it('takes what is typed when it is left', async () => {
    const user = open()
    await user.type(input(), 'a@b.cn')
    await user.click(chip('旁边'))
    expect(value()).toBe('a@b.cn')
  })
  it('takes a pasted column whole, with what stands around it, and a single address as text', async () => {
    const user = open()
    await user.type(input(), 'x@')
    await user.paste('y.cn\nb@y.cn\r\n李婷 <c@y.cn>')
    expect([value(), input().value]).toEqual(['x@y.cn|b@y.cn|c@y.cn', ''])
    await user.paste('d@y.cn')
    expect([value(), input().value]).toEqual(['x@y.cn|b@y.cn|c@y.cn', 'd@y.cn'])
  })
  it('takes nobody twice and says who came again', async () => {
    const user = open(['a@b.cn'])
    await user.type(input(), 'A@b.cn|c@d.cn|')
    expect(value()).toBe('a@b.cn|c@d.cn')
    expect(screen.queryByText(/已在列表中/)).toBeNull()
    await user.type(input(), 'C@D.cn|')
    expect(notes()?.textContent).toContain('已在列表中：C@D.cn')
  })
  it('keeps wrong entries, names them, and drops them together', async () => {
    const user = open()
    await user.type(input(), 'wrong|a@b.cn|甲|')
    expect(notes()?.textContent).toContain('邮箱格式有误：wrong、甲')
    expect(chip('wrong（格式有误）')).toBeTruthy()
    await user.click(chip('移除格式有误的项'))
    expect(value()).toBe('a@b.cn')
  })
  it('is worked with by keyboard: to the entries, along them, removing and correcting', async () => {
    const user = open(['a@b.cn', 'wrong', 'c@d.cn'])
    await user.click(input())
    await user.keyboard('{Backspace}')
    expect(document.activeElement).toBe(chip('c@d.cn'))
    await user.keyboard('{ArrowLeft}{F2}')
    expect([value(), input().value]).toEqual(['a@b.cn|c@d.cn', 'wrong'])
    await waitFor(() => expect(document.activeElement).toBe(input()))
    await user.keyboard('{Home}right@{End}.cn{Enter}')
    expect(value()).toBe('a@b.cn|c@d.cn|right@wrong.cn')
    await user.keyboard('{ArrowLeft}{Home}{Delete}')
    expect(value()).toBe('c@d.cn|right@wrong.cn')
    expect(document.activeElement).toBe(chip('c@d.cn'))
    await user.keyboard('{End}{Backspace}{Backspace}{Backspace}')
    expect(value()).toBe('')
    expect(document.activeElement).toBe(input())
  })
  it('removes with the cross, and all at once', async () => {
    const user = open(['a@b.cn', 'c@d.cn', 'e@f.cn'])
    await user.click(chip('移除 c@d.cn'))
    expect(value()).toBe('a@b.cn|e@f.cn')
    await user.click(chip('清空'))
    expect(value()).toBe('')
  })
  it('does not send a form with Enter while something is typed', async () => {
    const user = open([], 'phone')
    await user.type(input(), '138 0013 8000{Enter}')
    expect(value()).toBe('13800138000')
  })
  it('draws the last ones of a long list, the others when they are asked for', async () => {
    const user = open(Array.from({ length: 1000 }, (_, at) => `user${at}@example.com`))
    expect(screen.queryByRole('button', { name: 'user799@example.com' })).toBeNull()
    expect(chip('user999@example.com')).toBeTruthy()
    await user.click(chip('移除 user800@example.com'))
    expect(screen.getByText('共 999 个')).toBeTruthy()
    expect(value()).not.toContain('user800@')
    await user.click(chip('展开前面 799 个'))
    expect(chip('user0@example.com')).toBeTruthy()
  })
})

describe('a recipient field', () => {
  const aUser = (id: number, email: string): User => ({
    id,
    userName: `u${id}`,
    trueName: '',
    email,
    groupId: 1,
    groupName: '组',
  })
  const form = () => {
    const host = aHost()
      .on('role.page', () => pageOf([]))
      .on('account.pageUser', () => pageOf([aUser(1, 'one@example.com'), aUser(2, ''), aUser(3, 'ONE@example.com')]))
    const schema = z.object({ emails: recipientList('email', '请输入收件人') })
    const saved: string[][] = []
    renderUi(
      <ResourceForm
        title="发送"
        schema={schema}
        values={{ emails: [] }}
        save={async ({ emails }) => (saved.push(emails), { code: 200 })}
      >
        {(control) => <RecipientField control={control} name="emails" label="收件人" kind="email" withUsers required />}
      </ResourceForm>,
      { host },
    )
    return { user: userEvent.setup(), saved }
  }
  const save = () => screen.getByRole('button', { name: '保存' })

  it('requires at least one recipient and only valid ones; the form shows the error and focuses the field', async () => {
    const { user, saved } = form()
    await user.click(save())
    expect((await screen.findAllByText('请输入收件人')).length).toBeGreaterThan(0)
    await waitFor(() => expect(document.activeElement).toBe(input()))
    await user.type(input(), 'wrong|a@b.cn')
    await user.click(save())
    await waitFor(() => expect(screen.getAllByText('邮箱格式有误：wrong').length).toBeGreaterThan(0))
    await user.click(chip('移除格式有误的项'))
    await user.click(save())
    await waitFor(() => expect(saved).toEqual([['a@b.cn']]))
  })
  it('takes the addresses of chosen users, each once, and says who has none', async () => {
    const { user } = form()
    await user.click(chip('选择用户'))
    for (const name of ['u1', 'u2', 'u3']) await user.click(await screen.findByLabelText(`选择 ${name}`))
    await user.click(screen.getByText('确定'))
    await waitFor(() => expect(screen.queryByLabelText('选择 u1')).toBeNull())
    expect(chip('one@example.com')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'ONE@example.com' })).toBeNull()
    await screen.findByText('u2未填写邮箱，未添加')
  })
})
