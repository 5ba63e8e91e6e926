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
import { RECIPIENT_SHEET_MB, RECIPIENT_SHEETS, type RecipientSheet } from '#shared/contract/recipientSheet.ts'
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

/** Adds recipients out of a column of a sheet (xls, xlsx, csv). */
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

const LIMITS = { extensions: [...SHEET_EXTENSIONS], limitMb: RECIPIENT_SHEET_MB }

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
  const take = (next: typeof source): void => {
    setColumn(null)
    setSource(next)
  }
  const uploader = useUploader({
    target: { to: 'call', kind: 'file', ...LIMITS },
    rule: LIMITS,
    label: '选择文件',
    onDone: ({ accessPath }) => take({ xlsxPath: accessPath, csv: '' }),
  })
  const add = (files: readonly File[]): void => {
    const csv = files.find(({ name }) => name.toLowerCase().endsWith('.csv'))
    // Uploads take no such files (A·§9): its text goes along with the call.
    if (csv) void textOf(csv).then((text) => take({ xlsxPath: '', csv: text }))
    else uploader.add(files)
  }
  const busy = uploader.busy || read.isFetching
  const found = enabled && !read.error ? read.data : undefined
  const count = found?.list.length ?? 0
  const finish = (): void => {
    onAdd(found?.list ?? [])
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
          {found && (
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
      {found && <Found found={found} onColumn={setColumn} />}
      {busy && <Spinner label="正在读取表格" labelPosition="below" />}
      {!busy && (
        <DropZone className={styles.zone} label="从表格添加" text="松开鼠标，上传这个表格" onFiles={add}>
          <Text align="center">{`支持 ${RECIPIENT_SHEETS.join('、')}，不超过 ${RECIPIENT_SHEET_MB}M`}</Text>
          <Button
            appearance={found ? 'secondary' : 'primary'}
            icon={<ArrowUploadRegular />}
            onClick={() => file.current?.click()}
          >
            {found ? '换一个文件' : '选择文件'}
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

const describeFound = (count: number, wrong: number, repeated: number): string =>
  `找到 ${count} 个接收人` +
  (repeated > 0 ? `，${repeated} 个重复` : '') +
  (wrong > 0 ? `；${wrong} 行格式不正确，不会添加：` : '')

/** The column, and what stands in it. */
function Found({ found, onColumn }: { found: RecipientSheet; onColumn: (index: number) => void }) {
  const styles = useStyles()
  const { columns, column, list, wrong, repeated, first } = found
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
        <MessageBarBody>{describeFound(list.length, wrong, repeated)}</MessageBarBody>
      </MessageBar>
      {first.length > 0 && (
        <ul className={styles.wrong} aria-label="格式不正确的行">
          {first.map(({ row, value }) => (
            <li key={row}>{`第 ${row} 行：${value}`}</li>
          ))}
        </ul>
      )}
    </>
  )
}
