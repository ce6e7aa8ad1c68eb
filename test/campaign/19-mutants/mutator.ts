/** Small changes of a source file, each of which some test should notice. */
import ts from 'typescript'

export type Mutant = {
  /** What is changed, for example `condition negated`. */
  kind: string
  line: number
  /** Offsets in the source, and the replacement. */
  start: number
  end: number
  replacement: string
  /** The piece as it was. */
  original: string
}

const swapped: ReadonlyMap<ts.SyntaxKind, readonly [kind: string, ...others: string[]]> = new Map([
  [ts.SyntaxKind.LessThanToken, ['boundary', '<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['boundary', '<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['boundary', '>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['boundary', '>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['equality', '!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['equality', '===']],
  [ts.SyntaxKind.EqualsEqualsToken, ['equality', '!=']],
  [ts.SyntaxKind.ExclamationEqualsToken, ['equality', '==']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['logic', '||']],
  [ts.SyntaxKind.BarBarToken, ['logic', '&&']],
  [ts.SyntaxKind.PlusToken, ['arithmetic', '-']],
  [ts.SyntaxKind.MinusToken, ['arithmetic', '+']],
  [ts.SyntaxKind.AsteriskToken, ['arithmetic', '/']],
  [ts.SyntaxKind.SlashToken, ['arithmetic', '*']],
])

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
}

/** All of them, in the order of the file. Texts that only people read are left alone. */
export function mutantsOf(text: string): Mutant[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ESNext, true)
  const mutants: Mutant[] = []
  const add = (node: ts.Node, kind: string, replacement: string): void => {
    const [start, end] = [node.getStart(source), node.getEnd()]
    const original = text.slice(start, end)
    if (original === replacement) return
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    mutants.push({ kind, line, start, end, replacement, original })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node))
      return
    if (ts.isTypeAliasDeclaration(node)) return
    // The text of an error is for people; that it is thrown is a mutant of its own.
    if (ts.isThrowStatement(node)) return add(node, 'throw removed', ';')
    mutate(node, add)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

function mutate(node: ts.Node, add: (node: ts.Node, kind: string, text: string) => void): void {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    add(node.expression, 'condition negated', `!(${node.expression.getText()})`)
  }
  if (ts.isConditionalExpression(node)) {
    add(node.condition, 'condition negated', `!(${node.condition.getText()})`)
  }
  if (ts.isBinaryExpression(node)) {
    const [kind = '', ...others] = swapped.get(node.operatorToken.kind) ?? []
    for (const other of isText(node) ? [] : others) add(node.operatorToken, kind, other)
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node, 'negation removed', node.operand.getText())
  }
  if (ts.isReturnStatement(node) && node.expression !== undefined) {
    add(node.expression, 'return emptied', emptyOf(node.expression))
  }
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
    add(node.body, 'return emptied', emptyOf(node.body))
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'constant', 'false')
  if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'constant', 'true')
  if (ts.isNumericLiteral(node)) add(node, 'constant', `(${node.getText()} + 1)`)
  if (ts.isBigIntLiteral(node)) add(node, 'constant', `(${node.getText()} + 1n)`)
  if (ts.isStringLiteral(node) && decides(node)) add(node, 'constant', "'mutated'")
  if (ts.isExpressionStatement(node)) add(node, 'statement removed', ';')
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
    const other = Object.hasOwn(methods, node.name.text) ? methods[node.name.text] : undefined
    if (other !== undefined && node.parent.expression === node) add(node.name, 'method', other)
  }
}

/** Something of another kind than what is returned now; itself where no caller could notice. */
function emptyOf(expression: ts.Expression): string {
  if (ts.isArrayLiteralExpression(expression))
    return expression.elements.length === 0 ? '[null]' : '[]'
  if (expression.kind === ts.SyntaxKind.NullKeyword) return '({})'
  // As false as null; that it turns true is a mutant of its own.
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return 'false'
  return '(null)'
}

/** Whether a text is compared with or looked up, not just shown. */
function decides(node: ts.StringLiteral): boolean {
  const { parent } = node
  return (
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) && swapped.has(parent.operatorToken.kind))
  )
}

function isText(node: ts.BinaryExpression): boolean {
  return (
    [node.left, node.right].some(
      (side) => ts.isStringLiteral(side) || ts.isTemplateExpression(side),
    ) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
  )
}
