import { makeStyles, Text, tokens } from '@fluentui/react-components'
import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { countWords } from './count.ts'

/** Counted so long after the last change, ms. */
const QUIET_MS = 250

const useStyles = makeStyles({
  root: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    padding: `2px ${tokens.spacingHorizontalM}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    flexShrink: 0,
  },
})

const counted = (editor: Editor): { words: number; signs: number } => {
  const text = editor.state.doc.textBetween(0, editor.state.doc.content.size, '\n', '\n')
  return { words: countWords(text), signs: [...text.replace(/\n/g, '')].length }
}

/** 字数, and the number of characters with spaces. */
export function StatusLine({ editor }: { editor: Editor }) {
  const styles = useStyles()
  const [count, setCount] = useState(() => counted(editor))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => !editor.isDestroyed && setCount(counted(editor)), QUIET_MS)
    }
    const onTransaction = ({ transaction }: { transaction: { docChanged: boolean } }): void => {
      if (transaction.docChanged) again()
    }
    editor.on('transaction', onTransaction)
    return () => {
      clearTimeout(timer)
      editor.off('transaction', onTransaction)
    }
  }, [editor])
  return (
    <div className={styles.root}>
      <Text size={200}>字数 {count.words}</Text>
      <Text size={200}>字符 {count.signs}</Text>
    </div>
  )
}
