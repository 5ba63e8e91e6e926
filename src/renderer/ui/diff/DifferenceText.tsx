import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { useMemo } from 'react'
import { differenceOf } from './difference.ts'

const useStyles = makeStyles({
  root: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  added: {
    textDecorationLine: 'none',
    backgroundColor: tokens.colorStatusSuccessBackground2,
    color: tokens.colorStatusSuccessForeground2,
  },
  removed: {
    backgroundColor: tokens.colorStatusDangerBackground2,
    color: tokens.colorStatusDangerForeground2,
  },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** A text with removed pieces struck through and added ones marked. */
export function DifferenceText({ before, after }: { before: string; after: string }) {
  const styles = useStyles()
  const pieces = useMemo(() => differenceOf(before, after), [before, after])
  return (
    <div className={styles.root}>
      {before === after && <Text className={styles.muted}>文字无变化，仅格式不同</Text>}
      {before !== after &&
        pieces.map(({ text, kind }, at) => {
          // The pieces have no ids and never change their order, so the index is the key.
          const key = `${at} ${kind}`
          if (kind === 'same') return <span key={key}>{text}</span>
          return kind === 'added' ? (
            <ins key={key} className={styles.added}>
              {text}
            </ins>
          ) : (
            <del key={key} className={styles.removed}>
              {text}
            </del>
          )
        })}
    </div>
  )
}
