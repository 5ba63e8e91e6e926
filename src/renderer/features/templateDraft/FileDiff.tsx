import { Text } from '@fluentui/react-components'
import { Suspense } from 'react'
import type { FileVersion } from '#shared/contract/templateDraft.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import type { AppError } from '#shared/errors/index.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

interface Side {
  title: string
  version: FileVersion
}

interface Props {
  path: string
  /** undefined while they are loading. */
  sides: readonly [Side, Side] | undefined
  read: { error: AppError | null; refetch: () => unknown }
  onClose: () => void
}

/** A dialog with two versions of a file side by side. */
export function FileDiff({ path, sides, read, onClose }: Props) {
  return (
    <PanelDialog title={`差异：${path}`} size="full" onClose={onClose}>
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {!read.error && !sides && <LoadingState />}
      {!read.error && sides && <Versions path={path} left={sides[0]} right={sides[1]} />}
    </PanelDialog>
  )
}

/** Two versions side by side: as text, or only their sizes when one is not text. */
export function Versions({ path, left, right }: { path: string; left: Side; right: Side }) {
  const { DiffPane } = usePanes()
  const fontSize = useRead('settings.get', {}, { quiet: true }).data?.editorFontSize ?? 16
  const isText = ({ version }: Side): boolean => !version.exists || version.text !== null
  if (!isText(left) || !isText(right)) {
    return (
      <>
        <Text>该文件不是文本文件，或文件过大，无法并排显示内容。</Text>
        <Facts facts={[left, right].map(({ title, version }) => ({ name: title, value: factOf(version) }))} />
      </>
    )
  }
  return (
    <Suspense fallback={<LoadingState />}>
      <DiffPane
        name={path}
        fontSize={fontSize}
        left={left.version.text ?? ''}
        leftTitle={titleOf(left)}
        right={right.version.text ?? ''}
        rightTitle={titleOf(right)}
      />
    </Suspense>
  )
}

const titleOf = ({ title, version }: Side): string => (version.exists ? title : `${title}（无此文件）`)
const factOf = ({ exists, size }: FileVersion): string => (exists ? formatBytes(size) : '无此文件')
