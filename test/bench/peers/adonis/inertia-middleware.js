import BaseInertiaMiddleware from '@adonisjs/inertia/inertia_middleware';

export default class InertiaMiddleware extends BaseInertiaMiddleware {
  async handle(context, next) {
    await this.init(context);
    const output = await next();
    this.dispose(context);
    return output;
  }
}
