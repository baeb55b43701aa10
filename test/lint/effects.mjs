/**
 * A lint rule: the function given to an effect has braces, or its expression begins with `void`, or it returns a function. It is
 * never async.
 * React calls what an effect returns as its clean-up, and some functions of browsers that returned nothing return a promise
 * in newer ones (`scrollIntoView`): then the whole page goes.
 */
const bracedEffect = {
  meta: {
    type: 'problem',
    messages: { returns: 'An effect returns a clean-up or nothing: put braces around its work.' },
  },
  create: (context) => ({
    CallExpression({ callee, arguments: [work] }) {
      const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
      if (!/^use(?:Layout|Insertion)?Effect$/.test(name) || work?.type !== 'ArrowFunctionExpression') return;
      const { body } = work;
      const returnsCleanUp = body.type === 'ArrowFunctionExpression' || body.type === 'FunctionExpression';
      const returnsNothing =
        body.type === 'BlockStatement' || (body.type === 'UnaryExpression' && body.operator === 'void');
      if (work.async || (!returnsCleanUp && !returnsNothing)) context.report({ node: body, messageId: 'returns' });
    },
  }),
};

export default { meta: { name: 'effects' }, rules: { 'braced-effect': bracedEffect } };
