import { formatCell } from '#server/sheets/cells.ts'
import { withOtherTitles, dateColumn, required, type SheetColumn, textColumn } from '#server/sheets/columns.ts'
import { formatDecimal, isDecimalText } from '#shared/domain/decimalText.ts'

/**
 * Parses a decimal number into text. A text cell keeps all digits, a number cell the 15 that Excel shows. Drops
 * thousands separators and a trailing percent sign.
 */
function amountColumn(title: string): SheetColumn<string> {
  const text = textColumn(title, 40)
  return {
    ...text,
    parse: (cell) => {
      if (typeof cell !== 'number') {
        const value = formatCell(cell).normalize('NFKC').replace(/%$/, '').trim()
        const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value) ? value.replaceAll(',', '') : value
        return plain === '' || isDecimalText(plain) ? { value: plain } : { problem: '应为数字' }
      }
      const value = formatDecimal(Number(cell.toPrecision(15)))
      return value === '' ? { problem: '位数超出上限，请将单元格设为文本格式后重新填写' } : { value }
    },
  }
}

/** Parses `yyyy-MM-dd`; drops a time. */
function dayColumn(title: string): SheetColumn<string> {
  const date = dateColumn(title)
  return {
    ...date,
    parse: (cell) => {
      const parsed = date.parse(cell)
      return 'value' in parsed ? { value: parsed.value.slice(0, 10) } : parsed
    },
  }
}

/** Columns of a sheet of net values, titled as on the screen. */
export const NET_WORTH_COLUMNS = {
  productCode: required(textColumn('产品代码', 50)),
  productName: required(textColumn('产品名称', 100)),
  productTypeName: textColumn('产品类型', 50),
  nwTime: required(dayColumn('净值日期')),
  state: textColumn('基金状态', 50),
  naValue: required(amountColumn('单位净值')),
  accumulValue: amountColumn('累计净值'),
  fundIncome: amountColumn('基金收益'),
  // Also accepts the short heading of the list.
  sevenAnnualized: withOtherTitles(amountColumn('七日年化收益率'), '七日年化'),
}
