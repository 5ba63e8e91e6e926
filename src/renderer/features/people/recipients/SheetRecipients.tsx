import {
  Button,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Select,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { ArrowUploadRegular, TableArrowUpRegular } from '@fluentui/react-icons'
import { useRef, useState } from 'react'
import { MAX_RECIPIENT_SHEET_MB, RECIPIENT_SHEETS, type RecipientSheet } from '#shared/contract/recipientSheet.ts'
import { SHEET_EXTENSIONS } from '#shared/contract/sheet.ts'
import type { RecipientKind } from '#shared/domain/recipients.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EventBoundary } from '#renderer/features/media/picker/EventBoundary.tsx'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'

const useStyles = makeStyles({
  zone: {
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXL,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    textAlign: 'center',
  },
  wrong: {
    maxHeight: '30vh',
    overflow: 'auto',
    flexShrink: 0,
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    listStyleType: 'none',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
})

interface Props {
  kind: RecipientKind
  disabled?: boolean
  onAdd: (list: readonly string[]) => void
}

/** Adds recipients from a column of a sheet (xls, xlsx, csv). */
export function SheetRecipients({ kind, disabled = false, onAdd }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<TableArrowUpRegular />} disabled={disabled} onClick={() => setOpen(true)}>
        从表格添加
      </Button>
      {isOpen && (
        <EventBoundary>
          <SheetDialog kind={kind} onAdd={onAdd} onClose={() => setOpen(false)} />
        </EventBoundary>
      )}
    </>
  )
}

const LIMITS = { extensions: [...SHEET_EXTENSIONS], limitMb: MAX_RECIPIENT_SHEET_MB }

/** Excel writes CSV files in UTF-8 or, in China, in GBK. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function SheetDialog({ kind, onAdd, onClose }: Omit<Props, 'disabled'> & { onClose: () => void }) {
  const styles = useStyles()
  const file = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState({ xlsxPath: '', csv: '' })
  const [column, setColumn] = useState<number | null>(null)
  const input = { ...source, kind, ...(column === null ? {} : { column }) }
  const enabled = source.xlsxPath !== '' || source.csv !== ''
  const read = useRead('recipientSheet.read', input, { enabled, quiet: true, keepPrevious: true })
  const loadSource = (next: typeof source): void => {
    setColumn(null)
    setSource(next)
  }
  const uploader = useUploader({
    target: { to: 'call', kind: 'file', ...LIMITS },
    rule: LIMITS,
    label: '选择文件',
    onDone: ({ accessPath }) => loadSource({ xlsxPath: accessPath, csv: '' }),
  })
  const add = (files: readonly File[]): void => {
    const csv = files.find(({ name }) => name.toLowerCase().endsWith('.csv'))
    // CSV files can't be uploaded (A·§9), so the call contains their text.
    if (csv) void textOf(csv).then((text) => loadSource({ xlsxPath: '', csv: text }))
    else uploader.add(files)
  }
  const busy = uploader.busy || read.isFetching
  const result = enabled && !read.error ? read.data : undefined
  const count = result?.list.length ?? 0
  const finish = (): void => {
    onAdd(result?.list ?? [])
    onClose()
  }
  return (
    <PanelDialog
      title="从表格添加"
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          {result && (
            <Button appearance="primary" disabled={busy || count === 0} onClick={finish}>
              {`添加 ${count} 个`}
            </Button>
          )}
          <Button onClick={onClose}>取消</Button>
        </>
      }
    >
      {read.error && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{read.error.message}</MessageBarBody>
        </MessageBar>
      )}
      {result && <SheetResult result={result} onColumn={setColumn} />}
      {busy && <Spinner label="正在读取表格" labelPosition="below" />}
      {!busy && (
        <DropZone className={styles.zone} label="从表格添加" text="松开鼠标即可上传表格" onFiles={add}>
          <Text align="center">{`支持 ${RECIPIENT_SHEETS.join('、')}，不超过 ${MAX_RECIPIENT_SHEET_MB} MB`}</Text>
          <Button
            appearance={result ? 'secondary' : 'primary'}
            icon={<ArrowUploadRegular />}
            onClick={() => file.current?.click()}
          >
            {result ? '更换文件' : '选择文件'}
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            aria-label="选择文件"
            accept={RECIPIENT_SHEETS.map((extension) => `.${extension}`).join(',')}
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </DropZone>
      )}
    </PanelDialog>
  )
}

const describeResult = (count: number, wrong: number, repeated: number): string =>
  `找到 ${count} 个接收人` +
  (repeated > 0 ? `，${repeated} 个重复` : '') +
  (wrong > 0 ? `；${wrong} 行格式有误，不添加：` : '')

/** The chosen column and its recipients. */
function SheetResult({ result, onColumn }: { result: RecipientSheet; onColumn: (index: number) => void }) {
  const styles = useStyles()
  const { columns, column, list, wrong, repeated, first } = result
  return (
    <>
      <Field label="接收人所在的列">
        <Select value={column} onChange={(_event, { value }) => onColumn(Number(value))}>
          {columns.map(({ index, title, fits }) => (
            <option key={index} value={index}>
              {`${title}（${fits} 个可用）`}
            </option>
          ))}
        </Select>
      </Field>
      <MessageBar intent={wrong > 0 ? 'warning' : list.length > 0 ? 'success' : 'error'} layout="multiline">
        <MessageBarBody>{describeResult(list.length, wrong, repeated)}</MessageBarBody>
      </MessageBar>
      {first.length > 0 && (
        <ul className={styles.wrong} aria-label="格式有误的行">
          {first.map(({ row, value }) => (
            <li key={row}>{`第 ${row} 行：${value}`}</li>
          ))}
        </ul>
      )}
    </>
  )
}
