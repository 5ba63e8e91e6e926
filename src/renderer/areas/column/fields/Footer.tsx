import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { SaveRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    flexShrink: 0,
    paddingTop: tokens.spacingVerticalM,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  note: { marginInlineEnd: 'auto', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

interface Props {
  note: string
  /** Shown between the note and the cancel button. */
  extra?: ReactNode
  save?: { text: string; busy: boolean; run: () => void }
  /** Main button of a step that does not save; shown after the cancel button. */
  main?: ReactNode
  onCancel: () => void
}

/** The buttons below a step of the dialog. */
export function Footer({ note, extra, save, main, onCancel }: Props) {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      <Text className={styles.note}>{note}</Text>
      {extra}
      <Button onClick={onCancel}>{save ? '取消' : '关闭'}</Button>
      {save && (
        <Button
          appearance="primary"
          icon={save.busy ? <Spinner size="extra-tiny" aria-hidden /> : <SaveRegular />}
          disabledFocusable={save.busy}
          onClick={save.run}
        >
          {save.text}
        </Button>
      )}
      {main}
    </div>
  )
}
