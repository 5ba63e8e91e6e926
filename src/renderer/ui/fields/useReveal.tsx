import { Button } from '@fluentui/react-components'
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons'
import { type ReactElement, useState } from 'react'

/** Props of a password input: its type, and a button after it that reveals the text (C·§2). */
export function useReveal(): { type: 'text' | 'password'; contentAfter: ReactElement } {
  const [shown, setShown] = useState(false)
  return {
    type: shown ? 'text' : 'password',
    contentAfter: (
      <Button
        appearance="transparent"
        size="small"
        icon={shown ? <EyeOffRegular /> : <EyeRegular />}
        aria-label={shown ? '隐藏密码' : '显示密码'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    ),
  }
}
