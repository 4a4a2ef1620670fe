import type { StablecoinLabels } from "./labels.ts"

export const es: StablecoinLabels = {
  locale: "es",
  loading: "Buscando las formas de pago…",
  checking: "Comprobando tu pago…",
  none: "Esto no se puede pagar con stablecoins en este momento.",
  way: "¿Cómo quieres pagar?",
  hosted: "Billetera o exchange",
  hostedHint: "Eliges en la página de pago.",
  onchain: "Enviar desde mi billetera cripto",
  onchainHint: "En la red que elijas.",
  coin: "Moneda",
  network: "Red",
  amount: "Pagas {amount} {currency}",
  quoted:
    "Por {total}, al cambio de {rate} dólares. Este precio se mantiene hasta las {time}.",
  pay: "Pagar {amount} {currency}",
  starting: "Iniciando el pago…",
  pending: "Esperando tu pago",
  confirming:
    "Si ya pagaste, no pagues otra vez: un pago suele tardar unos minutos en confirmarse.",
  unconfirmedTitle: "Esperando la confirmación",
  unconfirmed:
    "Tu pago aún no está confirmado. Suele tardar unos minutos, y después sigue tu pedido. No pagues otra vez.",
  overdueTitle: "Tu pago no está confirmado",
  overdue:
    "La tienda aún no tiene una confirmación y la sigue esperando. No pagues otra vez: escribe a la tienda e indica la referencia.",
  failedTitle: "El pago ha fallado",
  failed: "Puedes pagar de otra forma.",
  abandonedTitle: "Este pago ya no está abierto",
  cancelledTitle: "El pago se canceló",
  ended:
    "Si enviaste monedas para él, no pagues otra vez: escribe a la tienda e indica la referencia.",
  orderCancelledTitle: "Tu pedido se canceló",
  paidOrderCancelled:
    "La tienda está avisada de tu pago y se pondrá en contacto contigo para devolverlo. No pagues otra vez.",
  refundDueTitle: "Se te devolverá el dinero",
  refundDue:
    "La tienda envía el dinero y puede pedirte una dirección. Si tienes preguntas, indica la referencia.",
  refundSentTitle: "Se te devolvió el dinero",
  refundSent:
    "El dinero puede tardar un poco en llegar. Si no llega, escribe a la tienda e indica la referencia.",
  paidTitle: "Tu pago ha llegado",
  paid: "Estamos creando el pedido…",
  orderLate:
    "Crear tu pedido tarda más de lo habitual. La tienda lo sigue intentando. No pagues otra vez.",
  arrived: "Gracias. Tu pago ha llegado.",
  reviewTitle: "La tienda está revisando tu pago",
  review:
    "Con este pago no se pudo completar tu pedido. No pagues otra vez: la tienda está avisada y se pondrá en contacto contigo.",
  soldOut: "Un artículo estaba agotado, así que no se creó el pedido.",
  alreadyPaid:
    "No hacía falta, porque ya estaba todo pagado. No pagues otra vez: la tienda está avisada y se pondrá en contacto contigo para devolverlo.",
  sentTwice:
    "Ha llegado otra transferencia tuya. La tienda está avisada y se pondrá en contacto contigo.",
  keptTitle: "La tienda tiene tu pago",
  kept: "La tienda misma se ocupa de tu compra. No pagues otra vez: si tienes preguntas, escribe a la tienda e indica la referencia.",
  transferSeenTitle: "Vemos tu transferencia",
  transferSeen:
    "Aún no está confirmada. No la envíes otra vez. La tienda también la ve, y tu pedido sigue en cuanto se confirme. Si la aplicación de tu billetera aún muestra un paso para terminar este pago, complétalo.",
  transferReview:
    "Con ella no se puede completar tu pedido automáticamente. No envíes otra: la tienda está avisada y se pondrá en contacto contigo.",
  ordered: "Gracias. Tu pedido es el número {number}.",
  due: "Importe",
  transfer: "Tu transferencia",
  toRefund: "Se devolverá",
  refunded: "Devuelto",
  reference: "Referencia",
  copy: "Copiar",
  copied: "Copiada",
  payBy: "Límite para pagar: {time}",
  timeLeft: "Tiempo restante: {time}",
  continue: "Continuar al pago",
  openApp: "Abrir en la aplicación",
  chooseAnother: "Elegir otra forma de pago",
  resume: "Volver al pago que iniciaste",
  chooseAgain: "Elegir cómo pagar",
  restart: "Pedir otra vez",
  unknownPayment: "No existe ese pago.",
  unreachable: "No se puede conectar con la tienda. Revisa tu conexión.",
  refusedNetwork:
    "{currency} en {network} no está disponible. Elige abajo otra red u otra moneda: la selección puede haber cambiado.",
  refused:
    "{currency} no está disponible así. Elige abajo otra moneda u otra forma de pago: la selección puede haber cambiado.",
  repriced: "El precio ha cambiado. Revisa el importe y paga de nuevo.",
  notStarted:
    "No se pudo iniciar el pago. Inténtalo de nuevo o elige otra forma de pago.",
  tooMany:
    "Se han iniciado demasiados pagos. Paga el que está abierto o vuelve a intentarlo en unos minutos.",
  problem: "No ha funcionado. Inténtalo de nuevo en un momento.",
  retry: "Intentar de nuevo",
}
