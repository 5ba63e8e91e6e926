import { Badge, Button, makeStyles, Radio, RadioGroup, Spinner, Text, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular, FolderOpenRegular, FolderSyncRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { DraftChange, DraftState } from '#shared/contract/templateDraft.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { FileDiff } from './FileDiff.tsx'
import { useTemplateRefresh } from './useTemplateRefresh.ts'

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  facts: { color: tokens.colorNeutralForeground3, marginInlineEnd: 'auto', overflowWrap: 'anywhere' },
})

interface Props {
  templateId: number
  draft: NonNullable<DraftState['draft']>
  onSync?: () => void
  onFiles?: () => void
  onPublished: () => void
}

type Side = 'draft' | 'live'

type Color = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

const describePublished = (published: number, taken: number): string =>
  [
    published > 0 ? `已发布 ${published} 处更改` : '线上模板无需更改',
    ...(taken > 0 ? [`线上的 ${taken} 处更改已并入草稿`] : []),
  ].join('，')

/** What the publication does with a change. */
const WAY_LABELS: Record<DraftChange['way'], string> = {
  publish: '发布到线上',
  take: '线上另有修改，将并入草稿',
  merge: '两边均有修改，自动合并',
  ask: '两边均有修改，请选择',
}

const CHANGE_KINDS: Record<DraftChange['change'], { title: string; color: Color }> = {
  added: { title: '新增', color: 'success' },
  changed: { title: '修改', color: 'brand' },
  removed: { title: '删除', color: 'danger' },
}

const publishQuestion = (count: number) => ({
  title: '发布更改',
  text: `${count} 处更改将一次性发布到线上，在使用该模板的站点立即生效。发布前的版本保存在“历史”中，可以撤销发布。`,
  confirmText: '发布',
})
const DISCARD_QUESTION = {
  title: '放弃草稿',
  text: '草稿将被删除，线上模板不变。草稿的当前内容保存在“历史”中，之后可还原到新的草稿。',
  confirmText: '放弃',
  danger: true,
}

const NO_CHANGES = (
  <EmptyState icon={CheckmarkCircleRegular} title="草稿与线上一致" text="草稿中的修改会显示在此处，确认后再发布。" />
)

/** The differences between a draft and its template, and the button that publishes them. */
export function DraftChanges({ templateId, draft, onSync, onFiles, onPublished }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const toast = useToast()
  const [shown, setShown] = useState<string | null>(null)
  const [answers, setAnswers] = useState<ReadonlyMap<string, Side>>(new Map())
  const read = useRead('templateDraft.changes', { id: templateId }, { quiet: true, onFocus: true })
  const publish = useWrite('templateDraft.publish', {
    success: false,
    onSuccess: ({ data }) => {
      toast.success(describePublished(data.published, data.taken))
      if (data.momentId > 0) onPublished()
    },
  })
  const discard = useWrite('templateDraft.discard')
  useTemplateRefresh('templateDraft.changes', 'templateDraft.file')
  const changes = read.data?.changes
  const undecided = (changes ?? []).filter(({ way, path }) => way === 'ask' && !answers.has(path)).length
  const busy = publish.isPending || discard.isPending

  const askPublish = async (): Promise<void> => {
    if (!read.data || !changes) return
    if (undecided > 0) return toast.warning(`还有 ${undecided} 个文件两边均有修改，请先选择使用哪个版本`)
    if (!(await confirm(publishQuestion(changes.length)))) return
    const chosen = changes.flatMap(({ path, way }) => {
      const take = answers.get(path)
      return way === 'ask' && take ? [{ path, take }] : []
    })
    publish.mutate(
      { id: templateId, signature: read.data.signature, answers: chosen },
      // The shown list is outdated, and nothing was published: the new list is read.
      { onError: (error) => error.code === 'conflict' && void read.refetch() },
    )
  }
  const askDiscard = async (): Promise<void> => {
    if (await confirm(DISCARD_QUESTION)) discard.mutate({ id: templateId })
  }
  const choose = (path: string, side: Side): void => setAnswers((before) => new Map([...before, [path, side]]))

  const columns: TableColumn<DraftChange>[] = [
    { key: 'path', title: '文件', render: ({ path, kind }) => (kind === 'folder' ? `${path}/` : path) },
    {
      key: 'change',
      title: '更改',
      width: '84px',
      render: ({ change }) => (
        <Badge appearance="tint" color={CHANGE_KINDS[change].color}>
          {CHANGE_KINDS[change].title}
        </Badge>
      ),
    },
    {
      key: 'way',
      title: '处理',
      width: '300px',
      render: (row) =>
        row.way === 'ask' ? (
          <VersionChoice row={row} value={answers.get(row.path)} onChoose={(side) => choose(row.path, side)} />
        ) : (
          WAY_LABELS[row.way]
        ),
    },
    {
      key: 'keys',
      title: '操作',
      width: '112px',
      align: 'end',
      render: ({ path, kind }) =>
        kind === 'file' && (
          <Button size="small" aria-label={`查看差异 ${path}`} onClick={() => setShown(path)}>
            查看差异
          </Button>
        ),
    },
  ]
  return (
    <>
      <div className={styles.bar}>
        <Text className={styles.facts}>{`${draft.createdBy} 于 ${draft.createDate} 新建的草稿`}</Text>
        {onFiles && (
          <Button icon={<FolderOpenRegular />} onClick={onFiles}>
            草稿的文件
          </Button>
        )}
        {onSync && (
          <Button icon={<FolderSyncRegular />} onClick={onSync}>
            同步草稿到本地
          </Button>
        )}
        <Button disabledFocusable={busy} onClick={() => void askDiscard()}>
          放弃草稿
        </Button>
        <Button
          appearance="primary"
          icon={publish.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
          disabledFocusable={busy || !changes || changes.length === 0}
          onClick={() => void askPublish()}
        >
          发布更改
        </Button>
      </div>
      <DataTable
        label="要发布的更改"
        columns={columns}
        rows={changes}
        read={read}
        rowKey={({ path }) => path}
        rowLabel={({ path }) => path}
        onOpen={({ path, kind }) => kind === 'file' && setShown(path)}
        empty={NO_CHANGES}
      />
      {shown !== null && <ChangeDiff id={templateId} path={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface ChoiceProps {
  row: DraftChange
  value: Side | undefined
  onChoose: (side: Side) => void
}

/** Chooses one of two versions of a file that both sides changed. */
function VersionChoice({ row: { path, draftSize, liveSize, kind }, value, onChoose }: ChoiceProps) {
  const sizeNote = (size: number): string => (kind === 'file' && size === 0 ? '（已删除或为空）' : '')
  return (
    <RadioGroup
      layout="horizontal"
      aria-label={`${path} 使用哪个版本`}
      value={value ?? ''}
      onChange={(_event, { value: side }) => onChoose(side === 'draft' ? 'draft' : 'live')}
    >
      <Radio value="draft" label={`使用草稿${sizeNote(draftSize)}`} />
      <Radio value="live" label={`使用线上版本${sizeNote(liveSize)}`} />
    </RadioGroup>
  )
}

function ChangeDiff({ id, path, onClose }: { id: number; path: string; onClose: () => void }) {
  const read = useRead('templateDraft.file', { id, path }, { quiet: true })
  const sides =
    read.data &&
    ([
      { title: '线上', version: read.data.live },
      { title: '草稿', version: read.data.draft },
    ] as const)
  return <FileDiff path={path} sides={sides} read={read} onClose={onClose} />
}
