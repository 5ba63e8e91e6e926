import { Button } from '@fluentui/react-components'
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { type TextExtras, TextField } from './TextField.tsx'

/** A password input with a button that reveals the text (C·§2). */
export function PasswordField<In extends FieldValues, Out>(
  props: Bound<In, Out> & Pick<TextExtras, 'placeholder' | 'autoComplete' | 'contentBefore'>,
) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      contentAfter={
        <Button
          appearance="transparent"
          size="small"
          icon={shown ? <EyeOffRegular /> : <EyeRegular />}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
