import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import {
  type ConflictBlock,
  conflictBlocks,
  resolveBlock,
  type ConflictChoice,
} from '#renderer/features/codeEditor/conflictMarks.ts'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import type { MergeHandle, MergePaneProps } from '#renderer/features/codeEditor/types.ts'
import { LoadingState } from '#renderer/ui/feedback/States.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, gap: tokens.spacingVerticalXS },
  bar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, flexWrap: 'wrap', flexShrink: 0 },
  said: { marginInlineEnd: tokens.spacingHorizontalM },
})

interface Props {
  path: string
  /** The base version; null when unknown. */
  base: string | null
  local: string
  remote: string
  merged: { text: string; clean: boolean }
  onEdit: (text: string) => void
}

/** The versions of a text, and the merge result with its open conflicts. */
export function MergeEditor({ path, base, local, remote, merged, onEdit }: Props) {
  const styles = useStyles()
  const { MergePane } = usePanes()
  const fontSize = useRead('settings.get', {}, { quiet: true }).data?.editorFontSize ?? 16
  const pane = useRef<MergeHandle>(null)
  const [text, setText] = useState(merged.text)
  const conflicts = useMemo(() => conflictBlocks(text), [text])
  const [versions] = useState<MergePaneProps['versions']>(() => [
    ...(base === null ? [] : [{ role: 'base' as const, title: '上次同步的版本', text: base }]),
    { role: 'local', title: '本地', text: local },
    { role: 'remote', title: '服务器', text: remote },
  ])
  const edit = (next: string): void => {
    setText(next)
    onEdit(next)
  }
  const go = (step: 1 | -1): void => {
    const line = pane.current?.line() ?? 1
    const next =
      step > 0 ? conflicts.find(({ start }) => start > line) : conflicts.findLast(({ start }) => start < line)
    const place = next ?? (step > 0 ? conflicts[0] : conflicts.at(-1))
    if (place) pane.current?.reveal(place.start)
  }
  const decide = (taken: ConflictChoice): void => {
    const place = conflictAt(conflicts, pane.current?.line() ?? 1)
    if (!place) return
    const next = resolveBlock(text, place, taken)
    pane.current?.write(next)
    pane.current?.reveal(conflictBlocks(next).find(({ start }) => start >= place.start)?.start ?? place.start)
  }
  const none = conflicts.length === 0
  return (
    <div className={styles.root}>
      <div className={styles.bar} role="toolbar" aria-label="合并">
        <Text className={styles.said} role="status">
          {describeProgress(conflicts.length, merged.clean)}
        </Text>
        <Button size="small" icon={<ArrowUpRegular />} disabled={none} onClick={() => go(-1)}>
          上一处
        </Button>
        <Button size="small" icon={<ArrowDownRegular />} disabled={none} onClick={() => go(1)}>
          下一处
        </Button>
        <Button size="small" disabled={none} onClick={() => decide('local')}>
          此处用本地
        </Button>
        <Button size="small" disabled={none} onClick={() => decide('remote')}>
          此处用服务器
        </Button>
        <Button size="small" disabled={none} onClick={() => decide('both')}>
          此处两者都保留
        </Button>
      </div>
      <Suspense fallback={<LoadingState label="正在加载编辑器…" />}>
        <MergePane
          handle={pane}
          name={path}
          fontSize={fontSize}
          versions={versions}
          result={merged.text}
          resultTitle="合并结果（可以编辑）"
          onEdit={edit}
        />
      </Suspense>
    </div>
  )
}

/** The conflict at a line, else the next one below, else the first. */
const conflictAt = (places: readonly ConflictBlock[], line: number): ConflictBlock | undefined =>
  places.find(({ end }) => end >= line) ?? places[0]

function describeProgress(left: number, clean: boolean): string {
  if (left > 0) return `两个版本修改了同一处，还有 ${left} 处需要选择`
  return clean ? '两个版本的修改没有重叠，已自动合并，请检查以下结果' : '全部冲突已处理，请检查以下结果'
}
