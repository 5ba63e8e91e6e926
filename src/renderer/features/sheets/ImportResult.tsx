import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  Text,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons'
import { showError } from '#renderer/data/errors.ts'
import type { SheetImported } from '#shared/contract/sheet.ts'
import { SHEET } from '#renderer/features/sheets/text.ts'
import { fetchReport } from './calls.ts'

const useStyles = makeStyles({
  rows: {
    maxHeight: '40vh',
    overflow: 'auto',
    flexShrink: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  number: { width: '72px', fontVariantNumeric: 'tabular-nums' },
  reason: { overflowWrap: 'anywhere', paddingBlock: tokens.spacingVerticalXS },
  report: { alignSelf: 'start', flexShrink: 0 },
})

interface Props {
  result: SheetImported | null
  message: string
  /** The rows were checked only: nothing came in yet. */
  checked?: boolean
}

/** What came in, and which rows did not, with their reasons. */
export function ImportResult({ result, message, checked = false }: Props) {
  const styles = useStyles()
  if (!result)
    return (
      <MessageBar intent="success" layout="multiline">
        <MessageBarBody>{message || SHEET.imported}</MessageBarBody>
      </MessageBar>
    )
  const { imported, refused, first, report, unknown } = result
  const said = checked ? SHEET.checked(imported, refused) : SHEET.result(imported, refused)
  const intent = refused === 0 ? 'success' : imported === 0 ? 'error' : 'warning'
  return (
    <>
      <MessageBar intent={intent} layout="multiline">
        <MessageBarBody>
          {message || said}
          {refused > 0 && ` ${checked ? SHEET.checkedAdvice : SHEET.advice}`}
          {unknown.length > 0 && ` ${SHEET.leftOut(unknown)}`}
        </MessageBarBody>
      </MessageBar>
      {first.length > 0 && (
        <div className={styles.rows}>
          <Table size="small" aria-label={said}>
            <TableHeader>
              <TableRow>
                <TableHeaderCell className={styles.number}>{SHEET.row}</TableHeaderCell>
                <TableHeaderCell>{SHEET.reason}</TableHeaderCell>
              </TableRow>
            </TableHeader>
            <TableBody>
              {first.map(({ row, reason }) => (
                <TableRow key={row}>
                  <TableCell className={styles.number}>{row}</TableCell>
                  <TableCell className={styles.reason}>{reason}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {refused > first.length && <Text size={200}>{SHEET.firstOnly(first.length)}</Text>}
      {report && (
        <Button
          className={styles.report}
          icon={<ArrowDownloadRegular />}
          onClick={() => void fetchReport(report).catch(showError)}
        >
          {SHEET.report}
        </Button>
      )}
    </>
  )
}
