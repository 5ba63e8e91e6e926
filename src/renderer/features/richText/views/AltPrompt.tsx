import {
  Button,
  Field,
  Input,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { type KeyboardEvent, useState } from 'react'

const useStyles = makeStyles({
  chip: {
    position: 'absolute',
    top: '6px',
    left: '6px',
    lineHeight: '20px',
    whiteSpace: 'nowrap',
    boxShadow: tokens.shadow4,
  },
  surface: { width: '280px' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: '8px', marginTop: '8px' },
})

/** Shown on a pasted picture until it gets an alternative text or is marked as decoration. */
export function AltPrompt({ onAnswer }: { onAnswer: (alt: string) => void }) {
  const styles = useStyles()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const submit = (): void => {
    if (text.trim()) onAnswer(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Otherwise Enter would submit the form around the editor.
    event.preventDefault()
    submit()
  }
  return (
    <Popover open={open} onOpenChange={(_event, data) => setOpen(data.open)} trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button size="small" className={styles.chip}>
          补充替代文字
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="替代文字">
        <Field label="替代文字" hint="图片无法显示时显示此文字，读屏软件也会朗读">
          <Input
            value={text}
            maxLength={254}
            placeholder="请描述图片内容"
            onChange={(_event, data) => setText(data.value)}
            onKeyDown={onKeyDown}
          />
        </Field>
        <div className={styles.buttons}>
          <Button size="small" onClick={() => onAnswer('')}>
            装饰图片，无需填写
          </Button>
          <Button size="small" appearance="primary" disabled={!text.trim()} onClick={submit}>
            确定
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  )
}
