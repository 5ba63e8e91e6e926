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
export function AltPrompt({ onSay }: { onSay: (alt: string) => void }) {
  const styles = useStyles()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const say = (): void => {
    if (text.trim()) onSay(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Otherwise Enter would submit the form around the editor.
    event.preventDefault()
    say()
  }
  return (
    <Popover open={open} onOpenChange={(_event, data) => setOpen(data.open)} trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button size="small" className={styles.chip}>
          补充替代文字
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="替代文字">
        <Field label="替代文字" hint="图片不能显示时出现，也供读屏软件朗读">
          <Input
            value={text}
            maxLength={254}
            placeholder="这张图片画了什么"
            onChange={(_event, data) => setText(data.value)}
            onKeyDown={onKeyDown}
          />
        </Field>
        <div className={styles.buttons}>
          <Button size="small" onClick={() => onSay('')}>
            只是装饰，不需要
          </Button>
          <Button size="small" appearance="primary" disabled={!text.trim()} onClick={say}>
            确定
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  )
}
