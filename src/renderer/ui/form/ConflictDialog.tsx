import { Button, makeStyles, Text } from '@fluentui/react-components'
import { useState } from 'react'
import { LoadingDialog } from '../dialogs/LoadingDialog.tsx'
import { PanelDialog } from '../dialogs/PanelDialog.tsx'
import { useFocusReturn } from '../focus/focus.ts'
import { type Difference, differences } from './compare.ts'
import { DifferenceRow, type Side } from './DifferenceRow.tsx'
import { firstSides, type MergePiece, mergedText, piecesOf, type PieceSide } from './pieces.ts'
import type { Conflict } from './useConflict.ts'
import { useLoaded } from './useLoaded.ts'

const useStyles = makeStyles({ note: { alignSelf: 'center' } })

const TITLE = '保存冲突'

/** A save conflict: who changed what and when, and the choice to merge, overwrite or continue editing. */
export function ConflictDialog({ conflict }: { conflict: Conflict }) {
  // Called here as well, because the dialog shown while loading is not the one that is closed later.
  useFocusReturn()
  const { data, error, retry } = useLoaded(conflict.compare.load)
  if (data) return <Choices conflict={conflict} latest={data} />
  return (
    <LoadingDialog
      title={TITLE}
      size="medium"
      firm
      onClose={conflict.close}
      footer={<Button onClick={conflict.close}>继续编辑</Button>}
      error={error}
      onRetry={retry}
      label="正在读取对方的内容…"
    />
  )
}

const summary = ({ who, when }: Conflict, differing: number): string => {
  const happened = `打开表单后，${who ? `“${who}”` : '其他人'}${when ? `在 ${when} ` : ''}保存了该数据。您填写的内容尚未保存，但不会丢失。`
  return differing > 0
    ? `${happened}有 ${differing} 处内容不同，请选择要保留的内容。`
    : `${happened}已保存的内容与您填写的相同，可以直接保存。`
}

/** Preselects the only side that changed a field; where both did, the user decides. */
const start = (rows: readonly Difference[]): Map<string, Side> =>
  new Map(rows.flatMap(({ field, changed }) => (changed === 'both' ? [] : [[field, changed] as const])))

interface Merge {
  pieces: readonly MergePiece[]
  sides: readonly (PieceSide | undefined)[]
}

/** The texts that can be merged piece by piece, by their fields. */
function mergesOf({ compare }: Conflict, rows: readonly Difference[]): Map<string, Merge> {
  const found = rows.flatMap(({ field, base, theirs, mine }): [string, Merge][] => {
    const split = compare.split?.(field)
    if (!split || typeof theirs !== 'string' || typeof mine !== 'string') return []
    const pieces = piecesOf(typeof base === 'string' ? base : '', theirs, mine, split)
    return pieces ? [[field, { pieces, sides: firstSides(pieces) }]] : []
  })
  return new Map(found)
}

function Choices({ conflict, latest }: { conflict: Conflict; latest: object }) {
  const styles = useStyles()
  const { compare, base, mine, busy, resolve, close } = conflict
  const [rows] = useState(() => differences(base, latest, mine, compare.labels))
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(() => start(rows))
  const [merges, setMerges] = useState<ReadonlyMap<string, Merge>>(() => mergesOf(conflict, rows))
  const mergedOf = (field: string): string | null => {
    const merge = merges.get(field)
    return merge ? mergedText(merge.pieces, merge.sides) : null
  }
  const isOpen = (field: string): boolean =>
    chosen.get(field) === 'merged' ? mergedOf(field) === null : !chosen.has(field)
  const undecided = rows.filter(({ field }) => isOpen(field)).length
  const version: unknown = Reflect.get(latest, 'version')

  const merge = (): void => {
    const replaced = rows.filter(({ field }) => chosen.get(field) !== 'mine')
    const valueOf = ({ field, theirs }: Difference): unknown =>
      chosen.get(field) === 'merged' ? mergedOf(field) : theirs
    resolve(new Map(replaced.map((row) => [row.field, valueOf(row)])), version)
  }
  const overwrite = (): void => resolve(new Map(), version)

  return (
    <PanelDialog
      title={TITLE}
      size="large"
      firm
      onClose={close}
      footer={
        <>
          {undecided > 0 && <Text className={styles.note}>还有 {undecided} 处双方均已修改，请先选择</Text>}
          <Button onClick={close}>继续编辑</Button>
          {rows.length > 0 && (
            <Button disabledFocusable={busy} onClick={overwrite}>
              用我的内容覆盖
            </Button>
          )}
          <Button appearance="primary" disabledFocusable={busy || undecided > 0} onClick={merge}>
            {rows.length > 0 ? '合并保存' : '保存'}
          </Button>
        </>
      }
    >
      <Text>{summary(conflict, rows.length)}</Text>
      {rows.map((row) => (
        <DifferenceRow
          key={row.field}
          row={row}
          {...(compare.show ? { show: compare.show } : {})}
          chosen={chosen.get(row.field)}
          onChoose={(side) => setChosen(new Map([...chosen, [row.field, side]]))}
          merge={merges.get(row.field)}
          onMerge={(sides) => {
            const merge = merges.get(row.field)
            if (merge) setMerges(new Map([...merges, [row.field, { ...merge, sides }]]))
          }}
        />
      ))}
    </PanelDialog>
  )
}
