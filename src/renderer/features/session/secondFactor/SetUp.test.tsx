import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { decodeQR } from 'qr/decode.js'
import { expect, it, vi } from 'vitest'
import type { OwnFactor } from '#shared/contract/security.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SetUp } from './SetUp.tsx'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const URI = `otpauth://totp/%E7%AB%99%E5%8C%A0:li?issuer=%E7%AB%99%E5%8C%A0&secret=${SECRET}`
const factor = (given: Partial<OwnFactor> = {}): OwnFactor => ({
  isOn: false,
  since: '',
  recoveryLeft: 0,
  isRequired: false,
  asksPassword: true,
  ...given,
})
const CODES = ['ABCDE-FGHJK', 'MNPQR-STUVW']
const host = (): FakeBridge =>
  aHost()
    .on('security.beginSecondFactor', () => ({ secret: SECRET, uri: URI }))
    .on('security.confirmSecondFactor', ({ factorCode }) => {
      if (factorCode !== '123456') throw new AppError('invalid', '验证码不正确')
      return { recoveryCodes: CODES }
    })

/** What a camera reads of the picture that stands in the page. */
function read(picture: HTMLElement): string {
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const scale = 4
  const data = new Uint8ClampedArray((size * scale) ** 2 * 4).fill(255)
  for (const [, x, y] of picture.innerHTML.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < scale; dy += 1)
      for (let dx = 0; dx < scale; dx += 1) {
        const at = ((Number(y) * scale + dy) * size * scale + Number(x) * scale + dx) * 4
        data.fill(0, at, at + 3)
      }
  return decodeQR({ width: size * scale, height: size * scale, data })
}

it('goes from the password over the QR code to the recovery codes', async () => {
  const fake = host()
  const done = vi.fn()
  renderUi(<SetUp factor={factor()} doneText="我已保存" onDone={done} />, { host: fake })
  await userEvent.click(await screen.findByRole('button', { name: '下一步' }))
  await screen.findAllByText('请输入密码')
  await userEvent.type(screen.getByLabelText(/^密码/, { selector: 'input' }), 'First-Pass1{Enter}')
  const picture = await screen.findByRole('img', { name: '两步验证的二维码' })
  expect(fake.inputsOf('security.beginSecondFactor')).toEqual([{ password: 'First-Pass1', factorCode: '' }])
  expect(read(picture)).toBe(URI)
  expect(screen.getByTestId('secret').textContent).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: /^应用显示的验证码/ })
  await userEvent.type(code, '000000{Enter}')
  await screen.findByText('验证码不正确')
  expect(code.value).toBe('000000')
  await userEvent.clear(code)
  await userEvent.type(code, '123456{Enter}')
  for (const each of CODES) await screen.findByText(each)
  expect(done).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '我已保存' }))
  expect(done).toHaveBeenCalledOnce()
})

it('asks for a code where another one is in use, and for nothing where nobody knows a password', async () => {
  const fake = host()
  const { unmount } = renderUi(
    <SetUp factor={factor({ isOn: true, asksPassword: false })} doneText="" onDone={() => {}} />,
    { host: fake },
  )
  await userEvent.type(await screen.findByRole('textbox', { name: /^两步验证码/ }), '123456{Enter}')
  await screen.findByRole('img', { name: '两步验证的二维码' })
  unmount()
  renderUi(<SetUp factor={factor({ asksPassword: false })} doneText="" onDone={() => {}} />, { host: fake })
  await userEvent.click(await screen.findByRole('button', { name: '开始设置' }))
  await screen.findByRole('img', { name: '两步验证的二维码' })
  expect(fake.inputsOf('security.beginSecondFactor')).toEqual([
    { password: '', factorCode: '123456' },
    { password: '', factorCode: '' },
  ])
})

it('copies the recovery codes, one a line', async () => {
  const user = userEvent.setup()
  renderUi(<SetUp factor={factor({ asksPassword: false })} doneText="我已保存" onDone={() => {}} />, { host: host() })
  await user.click(await screen.findByRole('button', { name: '开始设置' }))
  await user.type(await screen.findByRole('textbox', { name: /^应用显示的验证码/ }), '123456{Enter}')
  await user.click(await screen.findByRole('button', { name: '复制' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(`${CODES.join('\n')}\n`))
})
