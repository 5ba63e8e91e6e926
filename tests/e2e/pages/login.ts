import type { Locator, Page } from '@playwright/test'
import { captchaText } from '../serverApi.ts'

/** The sign-in page. Its captcha is read where the server keeps it. */
export class Login {
  readonly username: Locator
  readonly password: Locator
  readonly captcha: Locator
  readonly captchaImage: Locator
  readonly submit: Locator
  private readonly serverData: string

  constructor(page: Page, serverData: string) {
    this.serverData = serverData
    this.username = page.getByRole('textbox', { name: '用户名' })
    this.password = page.getByRole('textbox', { name: '密码', exact: true })
    this.captcha = page.getByRole('textbox', { name: '验证码', exact: true })
    this.captchaImage = page.getByRole('button', { name: /验证码图片/ })
    this.submit = page.getByRole('button', { name: '登录', exact: true })
  }

  /** The image that is shown, as its address; resolves once there is one. */
  async image(): Promise<string> {
    const image = this.captchaImage.locator('img')
    await image.waitFor()
    return (await image.getAttribute('src')) ?? ''
  }

  /** Fills all three fields, the captcha rightly. */
  async fill(username: string, password: string): Promise<void> {
    await this.username.fill(username)
    await this.password.fill(password)
    await this.image()
    await this.captcha.fill(captchaText(this.serverData))
  }
}
