/** Storage key under which the popup leaves the code (C·§7 Social login helper). */
export const SOCIAL_KEY = 'socialLogin'
/** C·§7: polling interval for the code, ms. */
export const SOCIAL_POLL_MS = 200

/** The members of a window that `waitForSocialCode` needs. */
export interface Popup {
  closed: boolean
  close: () => void
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stores a code, as the other site's page does after consent. */
export function writeSocialCode(store: Store): string {
  const code = crypto.randomUUID()
  store.setItem(SOCIAL_KEY, code)
  return code
}

/**
 * Opens the popup of the simulated site; null where popups are not allowed, as in Electron.
 */
export function openPopup(opener: Window, store: Store): Popup | null {
  const popup = opener.open('', 'socialLogin', 'width=420,height=300')
  if (!popup) return null
  const { document } = popup
  document.title = '授权登录（示例）'
  const text = document.createElement('p')
  text.textContent = '“站匠演示”将获取您的昵称和头像。'
  const agree = document.createElement('button')
  agree.textContent = '同意并登录'
  agree.addEventListener('click', () => void writeSocialCode(store))
  document.body.replaceChildren(text, agree)
  return popup
}

/**
 * Polls the store for the code, removes it there and closes the popup.
 * @returns null when the popup was closed without a code
 */
export function waitForSocialCode(popup: Popup, store: Store): Promise<string | null> {
  store.removeItem(SOCIAL_KEY)
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const code = store.getItem(SOCIAL_KEY)
      if (code === null && !popup.closed) return
      clearInterval(timer)
      store.removeItem(SOCIAL_KEY)
      popup.close()
      resolve(code)
    }, SOCIAL_POLL_MS)
  })
}
